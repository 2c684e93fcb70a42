import type { JsonObject, RecordedEvent } from '@carebench/protocol'
import { formatInstant } from '@carebench/protocol'
import type { SimulatorContext } from '../../simulator.js'
import { determinedEvent, priorAuthEvent, sentToPayer } from '../events.js'
import { rulesFor } from '../model/argument-rule.js'
import { decideAgain } from '../model/determination.js'
import { type PriorAuth, recordHistory } from '../model/prior-auth-row.js'
import { type PayerEffect, type PayerState, putRequest, putRow } from '../state.js'
import { type ActionOutcome, conflict, fullMessage, isFull, newRecordId } from './action-outcome.js'
import { appealRights, isTooLateToAppeal } from './appeal-rights.js'

/** Completes "Attach them and …" in the reason of a determination. */
const again = 'appeal again'

/** A request and its appeal after the appeal was evaluated. */
interface AppealDetermination {
  readonly request: PriorAuth
  readonly appeal: JsonObject
  readonly events: readonly RecordedEvent[]
}

/**
 * Files an appeal against a denial. The first rule of `appeals` that applies decides, at once or after its delay:
 *
 * - `approved`: the request is approved. `denied`: it stays denied, and an appeal of the next level may be filed, if
 *   the payer has one.
 * - A document of `requires` that is missing, or `more_information`: the appeal may be filed again.
 * - `pending`, or no rule: the appeal stays filed.
 */
export function fileAppeal(
  state: PayerState,
  request: PriorAuth,
  reason: string,
  { at }: SimulatorContext,
): ActionOutcome<JsonObject> {
  if (request.status !== 'denied' && request.status !== 'partially_approved') {
    return conflict(request, 'Only a request that is denied, or approved in part, can be appealed.')
  }
  const { appeal_status: before } = request
  const isDecided = before === 'denied' || before === 'partially_approved'
  // A seeded request may have an appeal without a level.
  const lastLevel = before === null ? 0 : Math.max(1, request.appeal_level)
  if (isDecided && lastLevel >= state.appeals.levels) {
    return conflict(request, `Its appeal has been ${before.replace('_', ' ')}, which is final.`)
  }
  if (before === 'filed' || before === 'approved') return conflict(request, 'An appeal has already been filed.')
  if (request.peer_to_peer_status === 'requested' && request.decision_due_at !== null) {
    return conflict(request, `A peer-to-peer review is under way until ${request.decision_due_at}.`)
  }
  if (isTooLateToAppeal(request, at)) {
    return conflict(request, `It could be appealed until ${request.appeal_deadline}.`)
  }
  if (isFull(request)) return conflict(request, fullMessage)
  const id = newRecordId(state, 'appeals', request, 'A')
  // An appeal that is filed again with more documents has the level of the previous one.
  const level = before === 'more_information' ? lastLevel : lastLevel + 1
  const delay = decideAgain(rulesFor(state.appeals.rules, reason, level), request, again).delaySeconds
  const filed = recordHistory(
    {
      ...request,
      appeal_status: 'filed',
      appeal_level: level,
      missing_documents: [],
      decision_due_at: delay > 0 ? formatInstant(Date.parse(at) + delay * 1000) : null,
    },
    'appealed',
    at,
    null,
  )
  const row: JsonObject = {
    appeal_id: id,
    auth_number: request.auth_number,
    patient_member_id: request.patient_member_id,
    procedure_code: request.procedure_code,
    level,
    status: 'filed',
    reason,
    filed_at: at,
    determination_reason: null,
    determined_at: null,
  }
  const appealed = priorAuthEvent('prior_auth.appealed', filed, { appeal_id: id })
  const event = sentToPayer(appealed, filed, [{ resource: 'appeals', id, row }])
  const decided = delay > 0 ? undefined : decideAppeal(state, filed, row, at)
  const { appeal, request: left, events } = decided ?? { appeal: row, request: filed, events: [] }
  return {
    kind: 'done',
    row: appeal,
    effects: [putRow('appeals', id, appeal), putRequest(left)],
    events: [event, ...events],
  }
}

/** Decides a filed appeal by the rules; undefined if it stays filed. */
function decideAppeal(
  state: PayerState,
  request: PriorAuth,
  appeal: JsonObject,
  at: string,
  eventAt?: string,
): AppealDetermination | undefined {
  const said = typeof appeal.reason === 'string' ? appeal.reason : ''
  const rules = rulesFor(state.appeals.rules, said, Math.max(1, request.appeal_level))
  const { status, whole, reason, reason_code, missing_documents, items } = decideAgain(rules, request, again)
  if (status === 'pending' || status === 'cancelled') return undefined
  const settled: PriorAuth = {
    ...request,
    appeal_status: status,
    missing_documents: [...missing_documents],
    decision_due_at: null,
    ...(status !== 'more_information' && {
      status: whole,
      items: [...items],
      determination_reason: reason ?? (status === 'denied' ? request.determination_reason : null),
      reason_code: reason_code ?? (status === 'denied' ? request.reason_code : null),
      determined_at: at,
      ...appealRights(state, { ...request, status: whole }, at),
    }),
  }
  const after = recordHistory(settled, 'appeal_determined', at, reason)
  const more = { reason, missing_documents, appeal_id: appeal.appeal_id ?? null, appeal_status: status }
  return {
    request: after,
    appeal: { ...appeal, status, determination_reason: reason, determined_at: at },
    events: [determinedEvent(after, more, eventAt)],
  }
}

/** Decides an appeal whose delay has ended. `appeal` is undefined for a seeded request without an appeal row. */
export function dueAppeal(
  state: PayerState,
  request: PriorAuth,
  appeal: JsonObject | undefined,
  then: string,
): { readonly effects: readonly PayerEffect[]; readonly events: readonly RecordedEvent[] } {
  const decided = decideAppeal(state, request, appeal ?? {}, then, then)
  if (decided === undefined) return { effects: [putRequest({ ...request, decision_due_at: null })], events: [] }
  const id = appeal?.appeal_id
  const row = typeof id === 'string' ? [putRow('appeals', id, decided.appeal)] : []
  return { effects: [...row, putRequest(decided.request)], events: decided.events }
}
