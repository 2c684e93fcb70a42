import type { GroupDescription } from '@carebench/protocol'

/** The type of its simulators, as it is written on the wire. */
export const messageType = 'Message'

/** Under which its calls are. */
export const messageGroup = {
  name: 'messages',
  summary: 'Send messages, and read replies',
  jsonMediaTypes: ['application/json'],
} as const satisfies GroupDescription
