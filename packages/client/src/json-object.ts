import type { JsonObject } from '@carebench/protocol'
import { isRecord } from './answer.js'
import { ClientError } from './client-error.js'

/** An answer that has to be a JSON object. Throws a ClientError `unexpected_answer` of another one. */
export function jsonObject(answer: unknown, method: string, path: string): JsonObject {
  if (isRecord(answer)) return answer as JsonObject
  throw new ClientError('unexpected_answer', `${method} ${path} was answered without a JSON object.`)
}
