import type { GroupDescription } from '@carebench/protocol'

/** The type of its simulators, as it is written on the wire. */
export const voiceType = 'Voice'

/** Under which its calls are. */
export const voiceGroup = {
  name: 'voice',
  summary: 'Make telephone calls, turn by turn',
  jsonMediaTypes: ['application/json'],
} as const satisfies GroupDescription
