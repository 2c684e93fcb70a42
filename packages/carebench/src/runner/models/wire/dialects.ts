import { chat } from './chat.js'
import type { Dialect } from './dialect.js'
import { gemini } from './gemini.js'
import { messages } from './messages.js'
import { responses } from './responses.js'

/** The interfaces whose responses are streamed and sent back unchanged. */
export const dialects: readonly Dialect[] = [chat, responses, messages, gemini]
