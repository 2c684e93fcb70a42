import type { GroupDescription } from '@carebench/protocol'

/** The type of its simulators, as it is written on the wire. */
export const hl7Type = 'HL7'

/** Under which its calls are. */
export const hl7Group = {
  name: 'hl7',
  summary: 'Read the HL7 v2 inbox, and send messages',
  jsonMediaTypes: ['application/json'],
} as const satisfies GroupDescription
