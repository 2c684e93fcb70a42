import type { GroupDescription } from '@carebench/protocol'

/** The type of its simulators, as it is written on the wire. */
export const faxType = 'Fax'

/** Under which its calls are. */
export const faxGroup = {
  name: 'faxes',
  summary: 'Send faxes, and read sent and received ones',
  jsonMediaTypes: ['application/json'],
} as const satisfies GroupDescription
