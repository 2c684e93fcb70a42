import type { GroupDescription } from '@carebench/protocol'

/** The type of its simulators, as it is written on the wire. */
export const x12Type = 'X12'

/** Under which its calls are. */
export const x12Group = {
  name: 'clearinghouse',
  summary: 'Exchange X12 transactions with the clearinghouse',
  jsonMediaTypes: ['application/json'],
} as const satisfies GroupDescription
