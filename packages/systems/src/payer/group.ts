import type { GroupDescription } from '@carebench/protocol'

/** The type of its simulators, as it is written on the wire. */
export const payerType = 'Payer'

/** Under which its calls are. */
export const payerGroup = {
  name: 'portal',
  summary: 'Call the payer portal',
  jsonMediaTypes: ['application/json'],
} as const satisfies GroupDescription
