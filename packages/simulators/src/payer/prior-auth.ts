import { type JsonObject, type JsonValue, type RecordedEvent, randomInteger } from '@carebench/protocol'
import type { SimulatorChange, SimulatorContext } from '../simulator.js'
import type { AttachmentFields } from './attachment-form.js'
import { attachmentRow } from './attachment-row.js'
import { evaluateRequest } from './evaluation.js'
import { priorAuthEvent } from './events.js'
import type { RequestFields, Submission } from './prior-auth-form.js'
import { type PriorAuth, recordHistory } from './prior-auth-row.js'
import { type PayerEffect, type PayerState, putRequest, putRow, rowsOfPriorAuth } from './state.js'

/** The row that an action made or changed with what changes with it, or why the action cannot be done. */
export type ActionOutcome<Row extends JsonObject> =
  | ({ readonly kind: 'done'; readonly row: Row } & SimulatorChange<PayerEffect>)
  | { readonly kind: 'conflict' | 'unchanged'; readonly message: string }

/** Submits a prior authorization with its documents. It is decided at once where its rule has no delay. */
export function submitPriorAuth(
  state: PayerState,
  submission: Submission,
  context: SimulatorContext,
): ActionOutcome<PriorAuth> {
  const { attachments, ...fields } = submission
  const { at } = context
  const authNumber = newAuthNumber(state, context)
  const submitted = recordHistory(
    {
      auth_number: authNumber,
      status: 'pending',
      determination_reason: null,
      missing_documents: [],
      determined_at: null,
      decision_due_at: null,
      ...fields,
      document_types: [...new Set(attachments.map((attachment) => attachment.document_type))],
      resubmission_count: 0,
      peer_to_peer_status: null,
      appeal_status: null,
      submitted_at: at,
      updated_at: at,
      history: [],
    },
    'submitted',
    at,
    null,
  )
  const { row, events } = evaluateRequest(submitted, state.rules, at)
  return {
    kind: 'done',
    row,
    effects: [
      putRequest(row),
      ...attachments.map((attachment, index) => {
        const id = `${authNumber}-D${index + 1}`
        return putRow('attachments', id, attachmentRow(id, authNumber, attachment, at))
      }),
    ],
    events: [priorAuthEvent('prior_auth.submitted', submitted, {}), ...events],
  }
}

/**
 * Corrects a request that is `pending`, or sends one again that is `more_information`; the rules are matched anew.
 * Without a field that changes and without a document added since the last decision or sending it is `unchanged`.
 */
export function resubmitPriorAuth(
  state: PayerState,
  request: PriorAuth,
  corrections: Partial<RequestFields>,
  { at }: SimulatorContext,
): ActionOutcome<PriorAuth> {
  if (request.status !== 'pending' && request.status !== 'more_information') {
    return conflict(request, 'It takes corrections only while it is pending or more_information.')
  }
  if (isFull(request)) return conflict(request, fullMessage)
  const before: JsonObject = request
  const changed = Object.entries(corrections).flatMap(([name, value]) => (sameValue(before[name], value) ? [] : name))
  if (changed.length === 0 && !hasNewDocument(request)) {
    const missing = request.missing_documents.join(', ')
    return {
      kind: 'unchanged',
      message: `Nothing has changed since ${request.auth_number} was last sent. Correct a field${
        missing ? `, or first attach what is missing (${missing})` : ' or attach a document'
      }.`,
    }
  }
  const again = request.status === 'more_information'
  const change = again ? 'resubmitted' : 'corrected'
  const sent = recordHistory(
    {
      ...request,
      ...corrections,
      status: 'pending',
      determination_reason: null,
      missing_documents: [],
      determined_at: null,
      decision_due_at: null,
      resubmission_count: request.resubmission_count + (again ? 1 : 0),
    },
    change,
    at,
    changed.length > 0 ? `Changed: ${changed.join(', ')}.` : null,
  )
  const { row, events } = evaluateRequest(sent, state.rules, at)
  return {
    kind: 'done',
    row,
    effects: [putRequest(row)],
    events: [priorAuthEvent('prior_auth.updated', sent, { change }), ...events],
  }
}

/** Adds a document to a request that is not approved. It decides nothing by itself. */
export function attachDocument(
  state: PayerState,
  request: PriorAuth,
  attachment: AttachmentFields,
  { at }: SimulatorContext,
): ActionOutcome<JsonObject> {
  if (request.status === 'approved') return conflict(request, 'It takes no more documents.')
  if (isFull(request)) return conflict(request, fullMessage)
  const type = attachment.document_type
  const id = newRecordId(state, 'attachments', request, 'D')
  const types = request.document_types.includes(type) ? request.document_types : [...request.document_types, type]
  const updated = recordHistory({ ...request, document_types: types }, 'attachment_added', at, type)
  const change = { change: 'attachment_added', document_type: type }
  return recorded('attachments', id, attachmentRow(id, request.auth_number, attachment, at), updated, [
    priorAuthEvent('prior_auth.updated', updated, change),
  ])
}

/** Asks for a talk between physicians, once, on a request that is not approved. */
export function requestPeerToPeer(
  state: PayerState,
  request: PriorAuth,
  fields: JsonObject,
  { at }: SimulatorContext,
): ActionOutcome<JsonObject> {
  if (request.status === 'approved') return conflict(request, 'There is nothing to talk over.')
  if (request.peer_to_peer_status !== null) return conflict(request, 'A peer-to-peer has been requested already.')
  const id = newRecordId(state, 'peer_to_peer_requests', request, 'P')
  const updated = recordHistory({ ...request, peer_to_peer_status: 'requested' }, 'peer_to_peer_requested', at, null)
  const row = {
    peer_to_peer_id: id,
    auth_number: request.auth_number,
    status: 'requested',
    ...fields,
    requested_at: at,
  }
  return recorded('peer_to_peer_requests', id, row, updated, [
    priorAuthEvent('prior_auth.updated', updated, { change: 'peer_to_peer_requested' }),
  ])
}

/** Appeals against a denial, once. */
export function fileAppeal(
  state: PayerState,
  request: PriorAuth,
  reason: string,
  { at }: SimulatorContext,
): ActionOutcome<JsonObject> {
  if (request.status !== 'denied') return conflict(request, 'Only a denied request can be appealed.')
  if (request.appeal_status !== null) return conflict(request, 'An appeal has been filed already.')
  const id = newRecordId(state, 'appeals', request, 'A')
  const updated = recordHistory({ ...request, appeal_status: 'filed' }, 'appealed', at, null)
  const row = {
    appeal_id: id,
    auth_number: request.auth_number,
    patient_member_id: request.patient_member_id,
    procedure_code: request.procedure_code,
    status: 'filed',
    reason,
    filed_at: at,
  }
  return recorded('appeals', id, row, updated, [priorAuthEvent('prior_auth.appealed', updated, { appeal_id: id })])
}

function conflict(request: PriorAuth, why: string): ActionOutcome<never> {
  return { kind: 'conflict', message: `Prior authorization ${request.auth_number} is ${request.status}. ${why}` }
}

/** A new row that belongs to a request, together with the request as it is then. */
function recorded(
  resource: string,
  id: string,
  row: JsonObject,
  request: PriorAuth,
  events: readonly RecordedEvent[],
): ActionOutcome<JsonObject> {
  const effects = [putRow(resource, id, row), putRequest(request)]
  return { kind: 'done', row, effects, events }
}

/** Each change keeps the whole history once more, so it has an end. */
const historyLimit = 500

const fullMessage = `Its history has ${historyLimit} entries, and it takes no more.`

function isFull(request: PriorAuth): boolean {
  return request.history.length >= historyLimit
}

/** An attachment that no sending and no decision has followed. */
function hasNewDocument(request: PriorAuth): boolean {
  const last = request.history.findLast((entry) => entry.event !== 'peer_to_peer_requested')
  return last?.event === 'attachment_added'
}

function sameValue(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => value === b[index])
  return a === b
}

/** `PA` and eight digits that no request has. */
function newAuthNumber(state: PayerState, { random }: SimulatorContext): string {
  let number = randomInteger(random, 0, 99_999_999)
  // Counts on from a number that is taken: ends whatever the random source gives.
  while (state.requests.get(authNumber(number))) number = (number + 1) % 100_000_000
  return authNumber(number)
}

function authNumber(number: number): string {
  return `PA${String(number).padStart(8, '0')}`
}

/** The number of the request, a letter and a count: seeded rows may have taken some. */
function newRecordId(state: PayerState, resource: string, request: PriorAuth, letter: string): string {
  let count = rowsOfPriorAuth(state, resource, request.auth_number).length + 1
  while (state.tables.get(resource)?.get(`${request.auth_number}-${letter}${count}`)) count++
  return `${request.auth_number}-${letter}${count}`
}
