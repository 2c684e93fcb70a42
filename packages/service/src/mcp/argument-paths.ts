import { isJsonObject, type JsonOperationId, type JsonValue } from '@carebench/protocol'
import { type KeyMap, toCamelCase, wireTable } from '@carebench/protocol/wire'

/**
 * Returns the body of an error response with the paths of its `errors` spelled like the arguments of a tool:
 * `/benchmarkId`.
 */
export function errorsOfArguments(id: JsonOperationId, text: string): string {
  let body: JsonValue
  try {
    body = JSON.parse(text) as JsonValue
  } catch {
    return text
  }
  const error = isJsonObject(body) ? body.error : undefined
  if (!isJsonObject(body) || !isJsonObject(error) || !Array.isArray(error.errors)) return text
  const errors = error.errors.map((one: JsonValue) =>
    isJsonObject(one) && typeof one.path === 'string' ? { ...one, path: argumentPath(id, one.path) } : one,
  )
  return JSON.stringify({ ...body, error: { ...error, errors } })
}

/** Returns a pointer into the query or the body of an operation as a pointer into the arguments of its tool. */
function argumentPath(id: JsonOperationId, path: string): string {
  const { query, body } = wireTable[id]
  const [start = '', ...segments] = path.split('/')
  const first = segments[0] ?? ''
  let map: KeyMap = isDeclared(body, first) ? body : query
  return [
    start,
    ...segments.map((segment) => {
      if (map === null) return segment
      if ('items' in map) {
        map = map.items
        return segment
      }
      if ('values' in map) {
        map = map.values
        return segment
      }
      const declared = Object.hasOwn(map.keys, segment)
      map = declared ? (map.keys[segment] ?? null) : null
      return declared ? toCamelCase(segment) : segment
    }),
  ].join('/')
}

function isDeclared(map: KeyMap, name: string): boolean {
  return map !== null && 'keys' in map && Object.hasOwn(map.keys, name)
}
