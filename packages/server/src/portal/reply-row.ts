import { isJsonObject, type JsonObject } from '@carebench/protocol'
import type { PortalReply } from '@carebench/service'

/** A string member of a row; empty if it is not a string. */
export function textOf(row: JsonObject, name: string): string {
  const value = row[name]
  return typeof value === 'string' ? value : ''
}

/** The strings in an array member. */
export function textsOf(row: JsonObject, name: string): readonly string[] {
  const value = row[name]
  return Array.isArray(value) ? value.filter((element) => typeof element === 'string') : []
}

/** The rows in an array member. */
export function rowsOf(row: JsonObject, name: string): readonly JsonObject[] {
  const value = row[name]
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

/** The whole reply as a row; empty if it is not an object. */
export function rowOf({ json }: PortalReply): JsonObject {
  return isJsonObject(json) ? json : {}
}
