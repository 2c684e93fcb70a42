import type { JsonValue, RecordedBody, SimulatorCall } from '@carebench/protocol'
import type { SimulatorResponse } from './simulator.js'

/** A call of a script of noise, with the group that it comes under. */
export interface NoiseCall {
  readonly group: string
  readonly call: SimulatorCall
}

/**
 * Calls that make no sense and are taken all the same: given the answer to each call, the next one. Every endpoint that
 * is there is touched once, those that act on a record with one of the script's own. What a criterion gives for this, it
 * gives for nothing.
 */
export type NoiseScript = Generator<NoiseCall, void, SimulatorResponse>

/** What is written where text is wanted. */
export const noiseText = 'noise'

/** A call, its body as it is given. `target` is the path with its query. */
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

/** The JSON of an answer; undefined if it has none. */
export function jsonOf({ body }: SimulatorResponse): JsonValue | undefined {
  if (body === null || 'base64' in body) return undefined
  if ('json' in body) return body.json
  try {
    return JSON.parse(body.text)
  } catch {
    return undefined
  }
}

/** A member of a JSON object; undefined of anything else. */
export function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.entries(value).find(([name]) => name === key)?.[1]
}
