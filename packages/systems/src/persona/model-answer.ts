import type { JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'

/** What a model says for a persona, from the answer of the outside port; undefined if it says nothing. */
export function sayOf(answer: JsonValue | undefined): string | undefined {
  const say = isJsonObject(answer) ? answer.say : undefined
  return typeof say === 'string' && say.trim() !== '' ? say : undefined
}
