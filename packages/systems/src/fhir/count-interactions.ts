import type { JsonValue, RecordedBody, SimulatorCall } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'

/**
 * Returns the number of interactions in a call of the FHIR server: the entries of a batch or a transaction. A Bundle
 * that is malformed, with an entry without a request for example, is rejected as a whole and counts 1, like every other
 * call.
 */
export function countInteractions({ method, path, body }: SimulatorCall): number {
  if (method !== 'POST' || !/^\/*$/.test(path) || body === null) return 1
  const bundle = readJson(body)
  if (!isJsonObject(bundle) || bundle.resourceType !== 'Bundle') return 1
  const { type, entry } = bundle
  if ((type !== 'batch' && type !== 'transaction') || !Array.isArray(entry) || entry.length > maxEntries) return 1
  return entry.every(isRequest) ? Math.max(1, entry.length) : 1
}

/** Maximum number of entries of a Bundle that the server accepts. */
const maxEntries = 10_000

function readJson(body: RecordedBody): JsonValue | undefined {
  if (!('text' in body)) return 'json' in body ? body.json : undefined
  try {
    return JSON.parse(body.text)
  } catch {
    return undefined
  }
}

function isRequest(entry: JsonValue): boolean {
  const request = isJsonObject(entry) ? entry.request : undefined
  return isJsonObject(request) && typeof request.method === 'string' && typeof request.url === 'string'
}
