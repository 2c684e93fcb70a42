import type { JsonObject, RecordedEvent, Steps } from '@carebench/protocol'
import { formatInstant } from '@carebench/protocol'
import type { RequestDocument } from '../../policy/policy-request.js'
import type { SimulatorChange } from '../../simulator.js'
import { determinedEvent } from '../events.js'
import { type Determination, decideRequest, readDocuments } from '../model/determination.js'
import { type PriorAuth, recordHistory } from '../model/prior-auth-row.js'
import { type PayerEffect, type PayerState, putRequest, rowsOfPriorAuth } from '../state.js'
import { dueAppeal } from './appeal.js'
import { appealRights } from './appeal-rights.js'
import { duePeerToPeer } from './peer-to-peer.js'

/** A request after its evaluation, with the events. */
interface Evaluation {
  readonly row: PriorAuth
  readonly events: readonly RecordedEvent[]
}

/**
 * Evaluates a request that was just sent: decides it, or schedules the decision. `attached` are the rows of its
 * documents. `latest` is the time already scheduled, if any: expediting a request never delays its decision.
 */
export function* evaluateRequest(
  state: PayerState,
  request: PriorAuth,
  attached: readonly JsonObject[],
  at: string,
  latest: string | null = null,
): Steps<Evaluation> {
  yield* readDocuments(state.policy, request, listDocuments(request, attached))
  const determination = determinationOn(state, request, attached)
  const delay = determination.delaySeconds
  if (delay > 0) {
    const due = Date.parse(at) + delay * 1000
    const before = latest === null ? due : Date.parse(latest)
    return { row: { ...request, decision_due_at: formatInstant(Math.min(due, before)) }, events: [] }
  }
  return record(state, request, determination, at)
}

/**
 * Returns the changes by the determinations that are due by `at`, earliest first. Each is made as of its own due time,
 * so the rows and the time of the event do not depend on `at`.
 */
export function dueDeterminations(state: PayerState, at: string): SimulatorChange<PayerEffect> {
  const effects: PayerEffect[] = []
  const events: RecordedEvent[] = []
  const decided = new Map<string, PriorAuth>()
  for (const { time, request } of dueRequests(state, at)) {
    const then = formatInstant(time)
    const isNew = request.status === 'pending'
    const change = isNew ? dueRequest(state, request, then, decided) : dueReview(state, request, then)
    effects.push(...change.effects)
    events.push(...change.events)
    for (const effect of change.effects) if (effect.op === 'put_request') decided.set(effect.row_id, effect.row)
  }
  return { effects, events }
}

/**
 * Reads in steps the documents of the requests whose determinations are due by `at`: the determinations themselves do
 * not pause.
 */
export function* readDueDocuments(state: PayerState, at: string): Steps<void> {
  for (const { request } of dueRequests(state, at)) {
    if (request.status !== 'pending') continue
    const rows = rowsOfPriorAuth(state, 'attachments', request.auth_number)
    yield* readDocuments(state.policy, request, listDocuments(request, rows))
  }
}

/** Returns the requests with a determination due by `at`, earliest first. */
function dueRequests(state: PayerState, at: string): readonly { readonly time: number; readonly request: PriorAuth }[] {
  const present = Date.parse(at)
  const due: { time: number; request: PriorAuth }[] = []
  for (const [authNumber, time] of state.waiting) {
    const request = time <= present ? state.requests.get(authNumber) : undefined
    if (request) due.push({ time, request })
  }
  return due.sort((a, b) => a.time - b.time || (a.request.auth_number < b.request.auth_number ? -1 : 1))
}

function dueRequest(
  state: PayerState,
  request: PriorAuth,
  then: string,
  decided: ReadonlyMap<string, PriorAuth>,
): SimulatorChange<PayerEffect> {
  const attached = rowsOfPriorAuth(state, 'attachments', request.auth_number)
  const { row, events } = record(state, request, determinationOn(state, request, attached, decided), then, then)
  return { effects: [putRequest(row)], events }
}

function dueReview(state: PayerState, request: PriorAuth, then: string): SimulatorChange<PayerEffect> {
  if (request.appeal_status !== 'filed') {
    const talk = rowsOfPriorAuth(state, 'peer_to_peer_requests', request.auth_number).at(-1)
    return duePeerToPeer(state, request, talk, then)
  }
  return dueAppeal(state, request, rowsOfPriorAuth(state, 'appeals', request.auth_number).at(-1), then)
}

/** `decided` has requests decided in the same pass, by number; the state does not have these decisions yet. */
function determinationOn(
  state: PayerState,
  request: PriorAuth,
  attached: readonly JsonObject[],
  decided: ReadonlyMap<string, PriorAuth> = new Map(),
): Determination {
  const known = () => state.requests.find('patient_member_id', request.patient_member_id)
  return decideRequest(state.policy, request, {
    others: () => known().map((one) => decided.get(one.auth_number) ?? one),
    documents: () => listDocuments(request, attached),
  })
}

/**
 * Maximum number of characters searched for phrases in all documents of a request together, in the order of attachment.
 */
const maxReadCharacters = 200_000

/**
 * Returns the documents of a request: its attachments, and the document types of a seeded request without attachment
 * rows. Documents that exceed the limit have no text.
 */
function listDocuments({ document_types: types }: PriorAuth, rows: readonly JsonObject[]): readonly RequestDocument[] {
  let left = maxReadCharacters
  const read = rows.map((row) => {
    const document = readDocument(row)
    left -= document.text?.length ?? 0
    return left < 0 ? { ...document, text: null } : document
  })
  const other = types.filter((type) => !read.some(({ document_type }) => document_type === type))
  return [...read, ...other.map((type) => ({ document_type: type, text: null }))]
}

/** Returns the document of a row. The object is always the same, because it is the key of a cache of readings. */
function readDocument(row: JsonObject): RequestDocument {
  let document = documents.get(row)
  if (document === undefined) {
    const { document_type: type, text } = row
    document = { document_type: String(type), text: typeof text === 'string' ? text : null }
    documents.set(row, document)
  }
  return document
}

const documents = new WeakMap<JsonObject, RequestDocument>()

function record(
  state: PayerState,
  request: PriorAuth,
  determination: Determination,
  at: string,
  eventAt?: string,
): Evaluation {
  const { status, reason, reason_code, missing_documents, questions, items } = determination
  const settled = { ...request, decision_due_at: null }
  if (status === 'pending') {
    return {
      row: items.every((item) => item.status === 'pending') ? settled : { ...settled, items: [...items] },
      events: [],
    }
  }
  const row = recordHistory(
    {
      ...settled,
      status,
      determination_reason: reason,
      reason_code,
      items: [...items],
      missing_documents: [...missing_documents],
      ...((questions.length > 0 || request.questions !== undefined) && { questions: [...questions] }),
      determined_at: at,
      ...appealRights(state, { ...request, status }, at),
    },
    'determined',
    at,
    reason,
  )
  return { row, events: [determinedEvent(row, { reason, missing_documents }, eventAt)] }
}
