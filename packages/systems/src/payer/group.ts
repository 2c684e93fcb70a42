import type { GroupDescription } from '@carebench/protocol'

/** The type name of its simulators on the wire. */
export const payerType = 'Payer'

/** The path segment of its calls. */
export const payerGroup = {
  name: 'portal',
  summary: 'Call the payer portal',
  jsonMediaTypes: ['application/json'],
} as const satisfies GroupDescription
