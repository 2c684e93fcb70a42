import type { GroupDescription } from '@carebench/protocol'

/** The type name of its simulators on the wire. */
export const voiceType = 'Voice'

/** The path segment of its calls. */
export const voiceGroup = {
  name: 'voice',
  summary: 'Make telephone calls, turn by turn',
  jsonMediaTypes: ['application/json'],
} as const satisfies GroupDescription
