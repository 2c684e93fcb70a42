import type { GroupDescription } from '@carebench/protocol'

/** The type name of its simulators on the wire. */
export const cdsType = 'CDSHooks'

/** The path segment of its calls. */
export const cdsGroup = {
  name: 'cds',
  summary: 'Call the CDS Hooks services, and send feedback on their cards',
  jsonMediaTypes: ['application/json'],
} as const satisfies GroupDescription
