import {
  ApiError,
  type ClockMode,
  formatInstant,
  type JsonValue,
  limits,
  validatorFor,
  type WaitBody,
} from '@carebench/protocol'
import type { SimulatorResponse } from '@carebench/systems'
import type { WaitRequest } from '../playground/scenario/wait.js'
import { readWait } from '../runs/playground-clock.js'
import type { Rehearsal } from './rehearsal.js'
import type { ReadyCall } from './solution-call.js'

/**
 * Answers a recorded call to one of the paths that a run has in addition to its systems: `GET clock` and `POST wait`.
 * Undefined for every other call.
 */
export function answerOwnPath(rehearsal: Rehearsal, { group, call }: ReadyCall): SimulatorResponse | undefined {
  if (call.path !== '' || (group !== 'clock' && group !== 'wait')) return undefined
  const { method, body } = call
  const { mode, now } = rehearsal.clock
  if (group === 'clock') return method === 'GET' ? answer({ now: formatInstant(now), mode }) : refused(405)
  if (method !== 'POST') return refused(405)
  const sent: unknown = body !== null && 'json' in body ? body.json : undefined
  const faults = validatorFor('waitInRun.body')(sent)
  if (faults !== null) return refused(400, faults.map(({ path, message }) => `${path} ${message}`.trim()).join('; '))
  const request = toWaitRequest(sent as WaitBody, mode)
  if (typeof request === 'string') return refused(400, request)
  const waited = rehearsal.waitFor(request)
  return answer({ now: formatInstant(waited.now), arrived: waited.arrived.map((one) => ({ ...one })) })
}

function answer(json: JsonValue): SimulatorResponse {
  return { status: 200, headers: {}, body: { json } }
}

function refused(status: number, message?: string): SimulatorResponse {
  return { status, headers: {}, body: message === undefined ? null : { json: { error: { message } } } }
}

/**
 * Returns the reason for a body that a service would refuse, with the setting by which the author of a benchmark allows
 * longer waits.
 */
function toWaitRequest(body: WaitBody, mode: ClockMode): WaitRequest | string {
  try {
    return readWait(body, mode)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isLong = mode === 'real' && Number(body.seconds ?? body.at_most_seconds) > limits.wait.real
    return isLong ? `${error.message} Set "overrides": {"clock": "stepped"} for longer waits.` : error.message
  }
}
