import type { GroupDescription } from '@carebench/protocol'

/** The type name of its simulators on the wire. */
export const hl7Type = 'HL7'

/** The path segment of its calls. */
export const hl7Group = {
  name: 'hl7',
  summary: 'Read the HL7 v2 inbox, and send messages',
  jsonMediaTypes: ['application/json'],
} as const satisfies GroupDescription
