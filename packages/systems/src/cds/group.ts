import type { GroupDescription } from '@carebench/protocol'

/** The type of its simulators, as it is written on the wire. */
export const cdsType = 'CDSHooks'

/** Under which its calls are. */
export const cdsGroup = {
  name: 'cds',
  summary: 'Call the CDS Hooks services, and send feedback on their cards',
  jsonMediaTypes: ['application/json'],
} as const satisfies GroupDescription
