import type { JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'

export { isJsonObject }

/** Returns the own member of an object, or undefined. Never an inherited member or an array element. */
export function ownMember(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
