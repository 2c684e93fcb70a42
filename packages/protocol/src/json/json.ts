/** Any JSON value, as `JSON.parse` returns it. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject

/** A JSON object. Present keys never have the value `undefined`. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** Whether a value is a JSON object: not an array, null or a scalar. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
