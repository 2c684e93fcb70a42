import {
  ApiError,
  type ClockMode,
  formatInstant,
  type JsonValue,
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
  if (validatorFor('waitInRun.body')(sent) !== null) return refused(400)
  const request = toWaitRequest(sent as WaitBody, mode)
  if (request === undefined) return refused(400)
  const waited = rehearsal.waitFor(request)
  return answer({ now: formatInstant(waited.now), arrived: waited.arrived.map((one) => ({ ...one })) })
}

function answer(json: JsonValue): SimulatorResponse {
  return { status: 200, headers: {}, body: { json } }
}

function refused(status: number): SimulatorResponse {
  return { status, headers: {}, body: null }
}

/** Undefined for a body that a service would refuse. */
function toWaitRequest(body: WaitBody, mode: ClockMode): WaitRequest | undefined {
  try {
    return readWait(body, mode)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
