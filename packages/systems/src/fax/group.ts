import type { GroupDescription } from '@carebench/protocol'

/** The type name of its simulators on the wire. */
export const faxType = 'Fax'

/** The path segment of its calls. */
export const faxGroup = {
  name: 'faxes',
  summary: 'Send faxes, and read sent and received ones',
  jsonMediaTypes: ['application/json'],
} as const satisfies GroupDescription
