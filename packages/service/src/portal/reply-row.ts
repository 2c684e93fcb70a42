import { isJsonObject, type JsonObject } from '@carebench/protocol'
import type { PortalReply } from './visit.js'

/** A member of a row that is text; empty if it is anything else. */
export function textOf(row: JsonObject, name: string): string {
  const value = row[name]
  return typeof value === 'string' ? value : ''
}

/** The texts of a member that is an array. */
export function textsOf(row: JsonObject, name: string): readonly string[] {
  const value = row[name]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** The rows of a member that is an array. */
export function rowsOf(row: JsonObject, name: string): readonly JsonObject[] {
  const value = row[name]
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

/** The whole reply as a row; empty if it is none. */
export function rowOf({ json }: PortalReply): JsonObject {
  return isJsonObject(json) ? json : {}
}
