import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { Trajectory } from '../agent.js'

/**
 * The trajectory with `log_seq` beside each result of a call that the log of the task run records: the number of its entry. A
 * result belongs to the next entry of a call with the same status and the same digest of the response body; results without
 * a digest, and calls that no system received, stay as they are.
 *
 * @param log the entries of the log, as they are in the record of the task run
 */
export function joinLog(trajectory: Trajectory, log: readonly JsonValue[]): Trajectory {
  const calls = log.flatMap(readCall)
  let next = 0
  const join = (result: JsonValue): JsonValue => {
    if (!isJsonObject(result) || !isJsonObject(result.extra)) return result
    const { status, body_sha256: digest } = result.extra
    if (typeof digest !== 'string') return result
    const at = calls.findIndex((call, index) => index >= next && call.status === status && call.digest === digest)
    const found = calls[at]
    if (found === undefined) return result
    next = at + 1
    return { ...result, extra: { ...result.extra, log_seq: found.seq } }
  }
  const steps = trajectory.steps.map((step): JsonObject => {
    const { observation } = step
    if (!isJsonObject(observation) || !Array.isArray(observation.results)) return step
    return { ...step, observation: { ...observation, results: observation.results.map(join) } }
  })
  return { ...trajectory, steps }
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
