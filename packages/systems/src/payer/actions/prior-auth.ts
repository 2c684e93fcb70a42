import { type JsonObject, type JsonValue, type RecordedEvent, randomInteger, type Steps } from '@carebench/protocol'
import type { CompiledPolicy } from '../../policy/compile-policy.js'
import type { SimulatorContext } from '../../simulator.js'
import { priorAuthEvent, type RefusedRequest, refusedEvent, sentToPayer } from '../events.js'
import type { AttachmentFields } from '../model/attachment-form.js'
import { attachmentRow, writeContentKey } from '../model/attachment-row.js'
import type { Corrections, Submission } from '../model/prior-auth-form.js'
import { isWaiting, type PriorAuth, recordHistory } from '../model/prior-auth-row.js'
import { type PayerState, putRequest, putRow, rowsOfPriorAuth } from '../state.js'
import { type ActionOutcome, conflict, fullMessage, isFull, newRecordIds } from './action-outcome.js'
import { type Admission, admit } from './admission.js'
import { findExpedited, isOpenStandard } from './earlier-request.js'
import { evaluateRequest } from './evaluation.js'
import { findAnswerFaults, gatherFacts, mergeAnswers, policiesOn } from './policy-reading.js'

/** A new prior authorization from any channel. PAS requests may lack the date of birth. */
export type Submitted = Omit<Submission, 'patient_dob' | 'provider_npi'> &
  Pick<PriorAuth, 'patient_dob' | 'provider_npi' | 'performer_npi'> &
  FormAnswersFor

interface FormAnswersFor {
  /** Returns the answers of completed forms to the questions of policies, in place of `answers`. */
  readonly answersFor?: (policies: readonly CompiledPolicy[]) => JsonObject
}

/** The changes to a request; members that PAS may omit can be null. */
export type Changed = Omit<Corrections, 'patient_dob' | 'provider_npi'> &
  Partial<Pick<PriorAuth, 'patient_dob' | 'provider_npi' | 'performer_npi'>> &
  FormAnswersFor & {
    /** The services, some with approvals that stay in force. Default: every service is decided anew. */
    readonly items?: PriorAuth['items']
  }

/**
 * Submits a prior authorization from the portal or a 278. An expedited one that repeats an open standard request
 * expedites that request instead of opening a second case.
 */
export function* submitOrExpedite(
  state: PayerState,
  submission: Submission,
  context: SimulatorContext,
): Steps<ActionOutcome<PriorAuth>> {
  const open = submission.urgency === 'expedited' ? findExpedited(state, submission) : undefined
  return open === undefined
    ? yield* submitPriorAuth(state, submission, context)
    : yield* repeatPriorAuth(state, open, submission, context)
}

/** Submits a new prior authorization with its documents, and decides it at once if its rule has no delay. */
export function* submitPriorAuth(
  state: PayerState,
  submission: Submitted,
  context: SimulatorContext,
): Steps<ActionOutcome<PriorAuth>> {
  const { attachments, answers: given, answersFor, place_of_service: place, ...more } = submission
  const fields = { ...more, ...(place !== null && { place_of_service: place }) }
  const { at, ask } = context
  const admission = yield* admit(state, fields, at.slice(0, 10), ask)
  if (admission.kind === 'refused') return refused({ ...fields, auth_number: null }, admission)
  const admitted = { ...admission.facts, ...fields }
  const policies = policiesOn(state, admitted)
  const answers = mergeAnswers({}, answersFor?.(policies) ?? given)
  const faults = findAnswerFaults(policies, answers)
  if (faults.length > 0) return { kind: 'refused', errors: faults, events: [] }
  const facts = yield* gatherFacts(state, policies, admitted, ask)
  const authNumber = newAuthNumber(state, context)
  const submitted = recordHistory(
    {
      auth_number: authNumber,
      status: 'pending',
      determination_reason: null,
      reason_code: null,
      missing_documents: [],
      determined_at: null,
      decision_due_at: null,
      items: [],
      ...admitted,
      ...(Object.keys(answers).length > 0 && { answers }),
      ...(facts !== undefined && { facts }),
      document_types: [...new Set(attachments.map((attachment) => attachment.document_type))],
      resubmission_count: 0,
      peer_to_peer_status: null,
      appeal_status: null,
      appeal_level: 0,
      appeals_left: null,
      appeal_deadline: null,
      submitted_at: at,
      updated_at: at,
      history: [],
    },
    'submitted',
    at,
    null,
  )
  const documents = attachments.map((attachment, index) => {
    const id = `${authNumber}-D${index + 1}`
    return { resource: 'attachments', id, row: attachmentRow(id, authNumber, attachment, at) }
  })
  const rows = documents.map((document) => document.row)
  const { row, events } = yield* evaluateRequest(state, submitted, rows, at)
  return {
    kind: 'done',
    row,
    effects: [putRequest(row), ...documents.map(({ resource, id, row }) => putRow(resource, id, row))],
    events: [sentToPayer(priorAuthEvent('prior_auth.submitted', submitted, {}), submitted, documents), ...events],
  }
}

/**
 * Merges a repeated request into the earlier one: new documents, answers, and urgency with its notes. Changes nothing
 * if the earlier request is decided.
 */
export function* repeatPriorAuth(
  state: PayerState,
  earlier: PriorAuth,
  { attachments, answers, answersFor, urgency, clinical_notes: notes }: Repeated,
  context: SimulatorContext,
): Steps<ActionOutcome<PriorAuth>> {
  const unchanged: ActionOutcome<PriorAuth> = { kind: 'done', row: earlier, effects: [], events: [] }
  if (!isWaiting(earlier)) return unchanged
  const known = new Set(rowsOfPriorAuth(state, 'attachments', earlier.auth_number).map(writeContentKey))
  const changes = {
    attachments: attachments.filter((one) => !known.has(writeContentKey(one))),
    ...(urgency === 'expedited' && isOpenStandard(earlier) && { urgency, clinical_notes: addNotes(earlier, notes) }),
    ...(answers !== undefined && { answers }),
    ...(answersFor !== undefined && { answersFor }),
  }
  const outcome = yield* resubmitPriorAuth(state, earlier, changes, context)
  return outcome.kind === 'unchanged' ? unchanged : outcome
}

type Repeated = Pick<Changed, 'answers' | 'answersFor'> & Pick<Submitted, 'attachments' | 'urgency' | 'clinical_notes'>

/** Returns the notes of a request with the notes of the expediting request appended. */
function addNotes({ clinical_notes: known }: PriorAuth, notes: string | null): string | null {
  if (notes === null || known?.includes(notes) === true) return known
  return known === null ? notes : `${known}\n\n${notes}`
}

/**
 * Corrects a `pending` request or resubmits a `more_information` one, with additional documents; the rules are matched
 * again. Returns `unchanged` if no field changes and no document was added since the last determination or submission.
 */
export function* resubmitPriorAuth(
  state: PayerState,
  request: PriorAuth,
  { attachments = [], answers: given, answersFor, items = [], ...more }: Changed,
  { at, ask }: SimulatorContext,
  isOpen = isWaiting(request),
): Steps<ActionOutcome<PriorAuth>> {
  if (!isOpen) {
    return conflict(request, 'It can be corrected only while it is pending or more_information.')
  }
  if (isFull(request)) return conflict(request, fullMessage)
  const before: JsonObject = request
  const sent = answersFor?.(policiesOn(state, { ...request, ...more })) ?? given ?? {}
  const answers = mergeAnswers(request.answers ?? {}, sent)
  const hasAnswers = request.answers !== undefined || Object.keys(answers).length > 0
  const corrections = { ...more, ...(hasAnswers && { answers }) }
  const changed = Object.entries(corrections).flatMap(([name, value]) => (sameValue(before[name], value) ? [] : name))
  if (changed.length === 0 && attachments.length === 0 && !hasNewDocument(request)) {
    const missing = request.missing_documents.join(', ')
    return {
      kind: 'unchanged',
      message: `Nothing has changed since ${request.auth_number} was last sent. Correct a field${
        missing ? `, or first attach what is missing (${missing})` : ' or attach a document'
      }.`,
    }
  }
  const corrected = { ...request, ...corrections }
  const admission = yield* admit(state, corrected, at.slice(0, 10), ask)
  if (admission.kind === 'refused') return refused(corrected, admission)
  const policies = policiesOn(state, { ...corrected, ...admission.facts })
  const faults = findAnswerFaults(policies, mergeAnswers({}, sent))
  if (faults.length > 0) return { kind: 'refused', errors: faults, events: [] }
  const facts = yield* gatherFacts(state, policies, { ...corrected, ...admission.facts }, ask)
  const added = addDocuments(state, request, attachments, at)
  const again = request.status === 'more_information'
  const isExpedited = isOpenStandard(request) && more.urgency === 'expedited'
  const change = again ? 'resubmitted' : 'corrected'
  const sentAgain = recordHistory(
    {
      ...added.request,
      ...corrections,
      ...admission.facts,
      ...((facts !== undefined || request.facts !== undefined) && { facts: facts ?? {} }),
      status: 'pending',
      determination_reason: null,
      reason_code: null,
      items: isDecidedAnew(request, corrections) ? [] : items,
      missing_documents: [],
      ...(request.questions !== undefined && { questions: [] }),
      determined_at: null,
      decision_due_at: null,
      resubmission_count: request.resubmission_count + (again ? 1 : 0),
    },
    isExpedited && !again ? 'expedited' : change,
    at,
    changed.length > 0 ? `Changed: ${changed.join(', ')}.` : null,
  )
  const attached = [
    ...rowsOfPriorAuth(state, 'attachments', request.auth_number),
    ...added.rows.map((document) => document.row),
  ]
  const latest = isExpedited ? request.decision_due_at : null
  const { row, events } = yield* evaluateRequest(state, sentAgain, attached, at, latest)
  return {
    kind: 'done',
    row,
    effects: [...added.rows.map(({ id, row }) => putRow('attachments', id, row)), putRequest(row)],
    events: [
      ...added.events,
      sentToPayer(priorAuthEvent('prior_auth.updated', sentAgain, { change }), sentAgain),
      ...events,
    ],
  }
}

/**
 * Whether corrections invalidate approvals: another performer or place, a changed answer, or a removed diagnosis. A
 * further diagnosis or answer does not.
 */
function isDecidedAnew(request: PriorAuth, corrections: Partial<PriorAuth>): boolean {
  const after = { ...request, ...corrections }
  return (
    after.performer_npi !== request.performer_npi ||
    after.place_of_service !== request.place_of_service ||
    request.diagnosis_codes.some((code) => !after.diagnosis_codes.includes(code)) ||
    Object.entries(request.answers ?? {}).some(([name, value]) => !sameValue(after.answers?.[name], value))
  )
}

/** Returns the rejection of a request, which is not stored; its event records that the payer has read it. */
function refused(
  request: RefusedRequest,
  { errors }: Extract<Admission, { readonly kind: 'refused' }>,
): ActionOutcome<never> {
  const reasons = errors.map(({ reason }) => reason)
  return { kind: 'refused', errors, events: [refusedEvent(request, reasons)] }
}

/**
 * Adds documents to a request that is neither approved nor cancelled. Documents alone trigger no determination. The
 * outcome's row is that of the first document.
 */
export function attachDocuments(
  state: PayerState,
  request: PriorAuth,
  attachments: readonly AttachmentFields[],
  { at }: SimulatorContext,
): ActionOutcome<JsonObject> {
  if (request.status === 'approved' || request.status === 'cancelled') {
    return conflict(request, 'It accepts no more documents.')
  }
  if (isFull(request)) return conflict(request, fullMessage)
  const { request: updated, rows, events } = addDocuments(state, request, attachments, at)
  const [first] = rows
  if (first === undefined) return { kind: 'unchanged', message: 'There is no document in the attachments.' }
  const effects = [...rows.map(({ id, row }) => putRow('attachments', id, row)), putRequest(updated)]
  return { kind: 'done', row: first.row, effects, events }
}

/**
 * Returns the request with documents added, and their rows and events. Only the last event has the request, whose
 * history includes all documents.
 */
function addDocuments(
  state: PayerState,
  request: PriorAuth,
  attachments: readonly AttachmentFields[],
  at: string,
): { request: PriorAuth; rows: { id: string; row: JsonObject }[]; events: RecordedEvent[] } {
  const ids = newRecordIds(state, 'attachments', request, 'D', attachments.length)
  const types = attachments.map((attachment) => attachment.document_type)
  const history = types.map((type) => ({ at, event: 'attachment_added' as const, status: request.status, note: type }))
  const updated: PriorAuth = {
    ...request,
    document_types: [...new Set([...request.document_types, ...types])],
    ...(types.length > 0 && { updated_at: at, history: [...request.history, ...history] }),
  }
  const rows = attachments.map((attachment, index) => {
    const id = ids[index] ?? ''
    return { resource: 'attachments', id, row: attachmentRow(id, request.auth_number, attachment, at) }
  })
  const events = rows.map((row, index) => {
    const change = { change: 'attachment_added', document_type: types[index] ?? '' }
    const event = priorAuthEvent('prior_auth.updated', updated, change)
    return sentToPayer(event, index === rows.length - 1 ? updated : undefined, [row])
  })
  return { request: updated, rows, events }
}

/** Whether a document was attached after the last submission or determination. */
function hasNewDocument(request: PriorAuth): boolean {
  const last = request.history.findLast((entry) => !entry.event.startsWith('peer_to_peer'))
  return last?.event === 'attachment_added'
}

function sameValue(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Returns an unused authorization number: `PA` and eight digits. */
function newAuthNumber(state: PayerState, { random }: SimulatorContext): string {
  let number = randomInteger(random, 0, 99_999_999)
  // Counts upwards from a used number, so it terminates whatever the random source returns.
  while (state.requests.get(authNumber(number))) number = (number + 1) % 100_000_000
  return authNumber(number)
}

function authNumber(number: number): string {
  return `PA${String(number).padStart(8, '0')}`
}
