import type { GroupDescription } from '@carebench/protocol'

/** The type name of its simulators on the wire. */
export const messageType = 'Message'

/** The path segment of its calls. */
export const messageGroup = {
  name: 'messages',
  summary: 'Send messages, and read replies',
  jsonMediaTypes: ['application/json'],
} as const satisfies GroupDescription
