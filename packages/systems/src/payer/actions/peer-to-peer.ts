import type { JsonObject, RecordedEvent } from '@carebench/protocol'
import type { SimulatorChange, SimulatorContext } from '../../simulator.js'
import { secondsAfter } from '../../timeline.js'
import { determinedEvent, priorAuthEvent, sentToPayer } from '../events.js'
import { rulesFor } from '../model/argument-rule.js'
import { decideAgain } from '../model/determination.js'
import { type PriorAuth, recordHistory } from '../model/prior-auth-row.js'
import { type PayerEffect, type PayerState, putRequest, putRow } from '../state.js'
import { type ActionOutcome, conflict, newRecordId, tooLate } from './action-outcome.js'
import { appealRights } from './appeal-rights.js'

const resource = 'peer_to_peer_requests'

/**
 * Requests a peer-to-peer review, once, for a request that is not approved or cancelled. If it is a denial and no
 * appeal is filed, the first rule of `peer_to_peer` that applies to the request and its `notes` decides, at once or
 * after its delay:
 *
 * - `approved`: the denial is overturned. `denied`: it is upheld.
 * - Anything else, missing documents, or no rule: the review stays `requested`.
 */
export function requestPeerToPeer(
  state: PayerState,
  request: PriorAuth,
  fields: JsonObject,
  { at }: SimulatorContext,
): ActionOutcome<JsonObject> {
  if (request.status === 'approved' || request.status === 'cancelled') {
    return conflict(request, 'There is nothing to discuss with a reviewer.')
  }
  if (request.peer_to_peer_status !== null) {
    return conflict(request, 'A peer-to-peer review has already been requested.')
  }
  const late = tooLate(request, state.peerToPeer.days, at, 'A peer-to-peer review')
  if (late !== undefined) return conflict(request, late)
  const id = newRecordId(state, resource, request, 'P')
  const requested = recordHistory({ ...request, peer_to_peer_status: 'requested' }, 'peer_to_peer_requested', at, null)
  const row = {
    peer_to_peer_id: id,
    auth_number: request.auth_number,
    status: 'requested',
    ...fields,
    requested_at: at,
  }
  const delay = isReviewable(requested) ? determinationOn(state, requested, row).delaySeconds : 0
  const filed = delay > 0 ? { ...requested, decision_due_at: secondsAfter(at, delay) } : requested
  const asked = sentToPayer(priorAuthEvent('prior_auth.updated', filed, { change: 'peer_to_peer_requested' }), filed, [
    { resource, id, row },
  ])
  const decided = delay > 0 || !isReviewable(requested) ? undefined : decide(state, filed, row, at)
  return {
    kind: 'done',
    row: decided?.row ?? row,
    effects: [putRow(resource, id, decided?.row ?? row), putRequest(decided?.request ?? filed)],
    events: [asked, ...(decided?.events ?? [])],
  }
}

/**
 * Decides a peer-to-peer review whose delay has ended. `row` is undefined for a seeded request without a review row.
 */
export function duePeerToPeer(
  state: PayerState,
  request: PriorAuth,
  row: JsonObject | undefined,
  then: string,
): SimulatorChange<PayerEffect> {
  const decided = decide(state, request, row ?? {}, then, then)
  if (decided === undefined) return { effects: [putRequest({ ...request, decision_due_at: null })], events: [] }
  const id = row?.peer_to_peer_id
  const rows = typeof id === 'string' ? [putRow(resource, id, decided.row)] : []
  return { effects: [...rows, putRequest(decided.request)], events: decided.events }
}

interface Decided {
  readonly request: PriorAuth
  readonly row: JsonObject
  readonly events: readonly RecordedEvent[]
}

function decide(
  state: PayerState,
  request: PriorAuth,
  row: JsonObject,
  at: string,
  eventAt?: string,
): Decided | undefined {
  const { status, whole, reason, reason_code, items } = determinationOn(state, request, row)
  if (status === 'pending' || status === 'more_information') return undefined
  const outcome = status === 'denied' ? 'upheld' : 'overturned'
  const reviewed: PriorAuth = {
    ...request,
    peer_to_peer_status: outcome,
    decision_due_at: null,
    ...(outcome === 'overturned' && {
      status: whole,
      items: [...items],
      determination_reason: reason,
      reason_code,
      determined_at: at,
      ...appealRights(state, { ...request, status: whole }, at),
    }),
  }
  const after = recordHistory(reviewed, 'peer_to_peer_determined', at, reason)
  const more = {
    reason,
    missing_documents: [],
    peer_to_peer_id: row.peer_to_peer_id ?? null,
    peer_to_peer_status: outcome,
  }
  return {
    request: after,
    row: { ...row, status: outcome, determination_reason: reason, determined_at: at },
    events: [determinedEvent(after, more, eventAt)],
  }
}

function determinationOn({ peerToPeer }: PayerState, request: PriorAuth, { notes }: JsonObject) {
  return decideAgain(rulesFor(peerToPeer.rules, typeof notes === 'string' ? notes : ''), request, 'request a review')
}

function isReviewable({ status, appeal_status }: PriorAuth): boolean {
  return (status === 'denied' || status === 'partially_approved') && appeal_status !== 'filed'
}
