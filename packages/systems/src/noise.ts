import type { JsonValue, RecordedBody } from '@carebench/protocol'
import type { NoiseCall, SimulatorResponse } from './simulator.js'

/** The filler for required texts. */
export const noiseText = 'noise'

/** Creates a call. `target` is the path with its query. */
export function noiseCall(
  group: string,
  method: string,
  target: string,
  body: RecordedBody | null = null,
  headers: Readonly<Record<string, string>> = {},
): NoiseCall {
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  const query = mark === -1 ? '' : target.slice(mark + 1)
  return { group, call: { method, path, query, headers, body } }
}

/** Returns the JSON body of a response; undefined if it has none. */
export function readJson({ body }: SimulatorResponse): JsonValue | undefined {
  if (body === null || 'base64' in body) return undefined
  if ('json' in body) return body.json
  try {
    return JSON.parse(body.text)
  } catch {
    return undefined
  }
}

/** Returns a member of a JSON object; undefined for any other value. */
export function readMember(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.entries(value).find(([name]) => name === key)?.[1]
}
