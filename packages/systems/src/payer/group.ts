import type { GroupDescription } from '@carebench/protocol'

/** The type name of its simulators on the wire. */
export const payerType = 'Payer'

/** The path segment of its calls. */
export const payerGroup = {
  name: 'portal',
  summary: 'Call the payer portal',
  jsonMediaTypes: ['application/json'],
} as const satisfies GroupDescription

/** The path segment of its interfaces for electronic prior authorization: CDS Hooks and FHIR. */
export const electronicGroup = {
  name: 'payer',
  summary: "Call the payer's CDS Hooks and FHIR interfaces for electronic prior authorization",
  jsonMediaTypes: ['application/json', 'application/fhir+json'],
} as const satisfies GroupDescription
