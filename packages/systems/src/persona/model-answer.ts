import type { JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'

/**
 * Returns the text that a model says for a persona, from the response of the external service; undefined if it is
 * empty.
 */
export function readSay(answer: JsonValue | undefined): string | undefined {
  const say = isJsonObject(answer) ? answer.say : undefined
  return typeof say === 'string' && say.trim() !== '' ? say : undefined
}
