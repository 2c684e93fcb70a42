import type { JsonObject } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { ClientError } from './client-error.js'

/** Requires a response to be a JSON object. Throws a ClientError `unexpected_answer` otherwise. */
export function jsonObject(answer: unknown, method: string, path: string): JsonObject {
  if (isJsonObject(answer)) return answer as JsonObject
  throw new ClientError('unexpected_answer', `${method} ${path} was answered without a JSON object.`)
}
