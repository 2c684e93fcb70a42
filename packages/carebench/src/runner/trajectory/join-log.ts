import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { Trajectory } from '../agent.js'
import { readToolResult } from '../tools/mcp-tools.js'

/**
 * Adds `log_seq`, the number of the log entry, to each call result that the log of the task run records. A result
 * belongs to the next entry of a call with the same status and the same digest of the response body. A page of the
 * workstation consists of several responses, and belongs to the first response that has an entry. If another program
 * wrote the trajectory, status and digest are read from the text of the MCP server's tool result in the content.
 * Results without status and digest, and calls that no system received, stay unchanged.
 *
 * @param log the entries of the log in the record of the task run
 */
export function joinLog(trajectory: Trajectory, log: readonly JsonValue[]): Trajectory {
  const calls = log.flatMap(readCall).map((call, at) => ({ ...call, at }))
  // Indexed by response, because searching all entries for each result would take quadratic time. Each list has the
  // last entry first, because removing the first element of a long array moves all others.
  const entriesOf = new Map<string, (typeof calls)[number][]>()
  for (const call of calls.toReversed()) {
    const name = `${call.status} ${call.digest}`
    const entries = entriesOf.get(name)
    if (entries === undefined) entriesOf.set(name, [call])
    else entries.push(call)
  }
  let last = -1
  const join = (result: JsonValue): JsonValue => {
    if (!isJsonObject(result)) return result
    const own = isJsonObject(result.extra) ? result.extra : {}
    const response = typeof own.body_sha256 === 'string' ? own : readResponse(result.content)
    for (const one of Array.isArray(own.responses) ? own.responses : [response]) {
      if (!isJsonObject(one)) continue
      const entries = entriesOf.get(`${one.status} ${one.body_sha256}`) ?? []
      let entry = entries.pop()
      while (entry !== undefined && entry.at <= last) entry = entries.pop()
      if (entry === undefined) continue
      last = entry.at
      return { ...result, extra: { ...own, ...response, log_seq: entry.seq } }
    }
    return result
  }
  const steps = trajectory.steps.map((step): JsonObject => {
    const { observation } = step
    if (!isJsonObject(observation) || !Array.isArray(observation.results)) return step
    return { ...step, observation: { ...observation, results: observation.results.map(join) } }
  })
  return { ...trajectory, steps }
}

/** Reads the status and the digest of the response from the text of a tool result; an empty object for other texts. */
function readResponse(content: JsonValue | undefined): JsonObject {
  const texts = Array.isArray(content) ? content : [{ type: 'text', text: content ?? '' }]
  try {
    const { status, bodyDigest } = readToolResult({ content: texts })
    return status === undefined || bodyDigest === undefined ? {} : { status, body_sha256: bodyDigest }
  } catch {
    // The service failed, and no system has received the call.
    return {}
  }
}

interface LoggedResponse {
  readonly seq: number
  readonly status: number
  readonly digest: string
}

function readCall(entry: JsonValue): LoggedResponse[] {
  if (!isJsonObject(entry) || typeof entry.seq !== 'number') return []
  const { action, response, seq } = entry
  if (!isJsonObject(action) || action.kind !== 'call' || !isJsonObject(response)) return []
  const { status, digest } = response
  return typeof status === 'number' && typeof digest === 'string' ? [{ seq, status, digest }] : []
}
