import type { GroupDescription } from '@carebench/protocol'

/** The type name of its simulators on the wire. */
export const x12Type = 'X12'

/** The path segment of its calls. */
export const x12Group = {
  name: 'clearinghouse',
  summary: 'Exchange X12 transactions with the clearinghouse',
  jsonMediaTypes: ['application/json'],
} as const satisfies GroupDescription
