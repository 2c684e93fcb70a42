import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'

/** Returns the objects in an array; none for any other value. */
export function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

export function objectIn(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

/** Sets a member of an object; ignores `__proto__`, which would change its prototype. */
export function setMember(object: Record<string, JsonValue>, name: string, value: JsonValue | undefined): void {
  if (value !== undefined && name !== '__proto__') object[name] = value
}

/** Copies all members of another object into an object. */
export function setMembers(object: Record<string, JsonValue>, members: JsonObject): void {
  for (const [name, value] of Object.entries(members)) setMember(object, name, value)
}

/** Returns a non-empty text; undefined for any other value. */
export function textIn(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Parses a JSON object; undefined for any other text. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
