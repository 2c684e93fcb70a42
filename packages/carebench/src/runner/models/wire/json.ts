import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'

/** The objects in an array; none for another value. */
export function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

export function objectIn(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

/** Sets a member of an object of ours; `__proto__`, which would change what the object is, is left out. */
export function setMember(object: Record<string, JsonValue>, name: string, value: JsonValue | undefined): void {
  if (value !== undefined && name !== '__proto__') object[name] = value
}

/** Sets all members of another object in an object of ours. */
export function setMembers(object: Record<string, JsonValue>, members: JsonObject): void {
  for (const [name, value] of Object.entries(members)) setMember(object, name, value)
}

/** A text that is not empty. */
export function textIn(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A JSON object; undefined for any other text. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
