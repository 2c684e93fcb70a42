import type { JsonObject, RecordedBody, Steps } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { show } from '../../json-shape.js'
import { makePage, type Ranked } from '../../rest/list-page.js'
import type { ReturnedRecord } from '../../returned-records.js'
import type { SimulatorContext } from '../../simulator.js'
import { appealForm, peerToPeerForm } from '../model/action-forms.js'
import { readAttachment } from '../model/attachment-form.js'
import { type Reading, readForm } from '../model/form.js'
import { readCorrections, readSubmission, urgencies } from '../model/prior-auth-form.js'
import type { PriorAuth } from '../model/prior-auth-row.js'
import { priorAuthStatuses } from '../model/prior-auth-status.js'
import { type PayerState, rowsOfPriorAuth } from '../state.js'
import type { ActionOutcome } from './action-outcome.js'
import { fileAppeal } from './appeal.js'
import { makeDownload } from './attachment-download.js'
import { requestPeerToPeer } from './peer-to-peer.js'
import { type PortalAnswer, refuse, refuseAll } from './portal-answer.js'
import { readFilters } from './portal-query.js'
import { attachDocuments, resubmitPriorAuth, submitOrExpedite } from './prior-auth.js'
import { findRows, memberRows } from './roster.js'
import { requestViewer, showRequest } from './shown-request.js'

/** A call as passed to a route of the portal. */
export interface PortalRequest {
  readonly state: PayerState
  readonly context: SimulatorContext
  /** The second path segment, decoded; empty if the path is shorter. */
  readonly authNumber: string
  /** The fourth path segment, decoded; empty if the path is shorter. */
  readonly attachmentId: string
  readonly query: string
  readonly body: RecordedBody | null
}

export function submit(request: PortalRequest): PortalAnswer | Steps<PortalAnswer> {
  const { state, context, body } = request
  return withInput(
    body,
    (input) => readSubmission(input, today(context)),
    (submission) => answerInSteps(request, submitOrExpedite(state, submission, context), 201),
  )
}

/** The filters of the list of requests that must equal a member of the row. */
const exactFilters = [
  'status',
  'patient_member_id',
  'auth_number',
  'procedure_code',
  'provider_npi',
  'urgency',
] as const

/** The allowed values of filters with a closed set. */
const filterValues: Readonly<Record<string, readonly string[]>> = { status: priorAuthStatuses, urgency: urgencies }

export function* listRequests({ state, query, context }: PortalRequest): Steps<PortalAnswer> {
  const filters = readFilters<(typeof exactFilters)[number] | 'patient_name'>(query, [...exactFilters, 'patient_name'])
  if (!filters.ok) return refuseAll(400, filters.errors)
  const wanted = filters.value
  for (const [name, values] of Object.entries(filterValues)) {
    const value = name === 'status' ? wanted.status : wanted.urgency
    if (value !== undefined && !values.includes(value)) {
      return refuse(400, name, `${name} must be one of ${values.join(', ')}, got ${show(value)}.`)
    }
  }
  const name = wanted.patient_name?.toLowerCase()
  let rows = foundBy(state, wanted).filter(({ item }) => {
    return exactFilters.every((filter) => wanted[filter] === undefined || item[filter] === wanted[filter])
  })
  if (name !== undefined) {
    const viewer = yield* requestViewer(
      state,
      rows.map(({ item }) => item),
      context,
    )
    rows = rows.filter(({ item }) => viewer.readName(item)?.toLowerCase().includes(name))
  }
  const listed: PriorAuth[] = []
  const page = answerPage(rows, wanted, 'prior-auths', (row) => listed.push(row))
  if (page.status !== 200 || !isJsonObject(page.json)) return page
  const viewer = yield* requestViewer(state, listed, context)
  return { ...page, json: { ...page.json, data: listed.map(viewer.show) } }
}

/** Returns the requests with the filtered number or member, newest first; the caller applies the other filters. */
function foundBy(
  { requests }: PayerState,
  wanted: { readonly auth_number?: string; readonly patient_member_id?: string },
): readonly Ranked<PriorAuth>[] {
  const { auth_number: number, patient_member_id: value } = wanted
  if (number === undefined) {
    return requests.newestFirst(value === undefined ? undefined : { key: 'patient_member_id', value })
  }
  const item = requests.get(number)
  return item === undefined ? [] : [{ rank: 1, item }]
}

/** The resource of each list. */
const listedResources = {
  'prior-auths': 'prior_auth_requests',
  patients: 'patients',
  providers: 'providers',
} as const

/** Returns the log entry of a shown row: its collection, and the member number. */
function returnedRow(resource: string, { patient_member_id: patient, member_id: member }: JsonObject): ReturnedRecord {
  const id = patient ?? member
  const people = typeof id === 'string' || typeof id === 'number' ? [String(id)] : []
  return { collection: `portal.${resource}`, people }
}

function answerPage<Row extends JsonObject>(
  rows: readonly Ranked<Row>[],
  {
    limit,
    cursor,
    ...filters
  }: Readonly<Record<string, string>> & { readonly limit?: string; readonly cursor?: string },
  list: keyof typeof listedResources,
  keep?: (row: Row) => void,
): PortalAnswer {
  const returned: ReturnedRecord[] = []
  const page = makePage(rows, { limit, cursor }, { list, filters }, (row) => {
    returned.push(returnedRow(listedResources[list], row))
    keep?.(row)
    return row
  })
  return page.ok ? { status: 200, json: page.value, returned } : refuse(400, page.parameter, page.message)
}

export function readRequest(request: PortalRequest): PortalAnswer | Steps<PortalAnswer> {
  return withPriorAuth(request, function* (row) {
    const shown = yield* showRequest(request.state, row, request.context)
    const returned = [returnedRow('prior_auth_requests', row)]
    const listRows = (resource: string) => {
      const rows = rowsOfPriorAuth(request.state, resource, row.auth_number)
      for (const _ of rows) returned.push(returnedRow(resource, { member_id: row.patient_member_id }))
      return rows
    }
    return {
      status: 200,
      json: {
        ...shown,
        attachments: listRows('attachments').map(withoutContent),
        appeals: listRows('appeals'),
        peer_to_peer_requests: listRows('peer_to_peer_requests'),
      },
      returned,
    }
  })
}

/** Corrects or resubmits a request. The body is optional: after a document was attached, no correction is needed. */
export function amend(request: PortalRequest): PortalAnswer | Steps<PortalAnswer> {
  const { state, context } = request
  return withPriorAuth(request, (row) =>
    withInput(
      request.body ?? { json: {} },
      (input) => readCorrections(input, today(context)),
      (corrections) => answerInSteps(request, resubmitPriorAuth(state, row, corrections, context), 200),
    ),
  )
}

export function addAttachment(request: PortalRequest): PortalAnswer {
  const { state, context, body } = request
  return withPriorAuth(request, (row) =>
    withInput(
      body,
      (input) => readAttachment(input, today(context)),
      (attachment) => {
        const outcome = attachDocuments(state, row, [attachment], context)
        const answer = answerOutcome(outcome, 201)
        return outcome.kind === 'done' ? { ...answer, json: withoutContent(outcome.row) } : answer
      },
    ),
  )
}

/** Sends an attachment as a download, because browsers must not render uploaded content as a page of the portal. */
export function openAttachment(request: PortalRequest): PortalAnswer {
  const { state, attachmentId } = request
  return withPriorAuth(request, (row) => {
    const found = rowsOfPriorAuth(state, 'attachments', row.auth_number).find(
      (one) => one.attachment_id === attachmentId,
    )
    const download = found && makeDownload(found)
    if (download === undefined) {
      const what = found === undefined ? 'no attachment' : 'no content of the attachment'
      return refuse(404, '', `Prior authorization ${row.auth_number} has ${what} ${show(attachmentId)}.`)
    }
    const returned = [returnedRow('attachments', { member_id: row.patient_member_id })]
    return { status: 200, json: null, ...download, returned }
  })
}

export function askPeerToPeer(request: PortalRequest): PortalAnswer {
  const { state, context, body } = request
  return withPriorAuth(request, (row) =>
    withInput(
      body,
      (input) => readForm(peerToPeerForm, input, today(context)),
      (fields) => answerOutcome(requestPeerToPeer(state, row, fields, context), 201),
    ),
  )
}

export function appeal(request: PortalRequest): PortalAnswer {
  const { state, context, body } = request
  return withPriorAuth(request, (row) =>
    withInput(
      body,
      (input) => readForm(appealForm, input, today(context)),
      ({ reason }) => answerOutcome(fileAppeal(state, row, reason, context), 201),
    ),
  )
}

/** Lists rows, newest first, filtered by identity and by a case-insensitive part of `name`. */
export function* listDirectory(
  { state, query, context }: PortalRequest,
  resource: 'patients' | 'providers',
  identity: 'member_id' | 'npi',
): Steps<PortalAnswer> {
  const filters = readFilters<'name' | 'member_id' | 'npi'>(query, [identity, 'name'])
  if (!filters.ok) return refuseAll(400, filters.errors)
  const id = filters.value[identity]
  const name = filters.value.name?.toLowerCase()
  const rows =
    resource === 'patients'
      ? yield* memberRows(state, id, today(context), context.ask)
      : findRows(state.tables.get(resource), id)
  const hasName = ({ item }: Ranked<JsonObject>) =>
    name === undefined || (typeof item.name === 'string' && item.name.toLowerCase().includes(name))
  const page = answerPage(rows.filter(hasName), filters.value, resource)
  const isAsked = resource === 'patients' && (id !== undefined || name !== undefined)
  if (!isAsked || page.status !== 200 || (page.returned ?? []).length > 0) return page
  // A search discloses whom it names to the payer, even if nobody is found.
  const people = id === undefined ? [] : [id]
  return { ...page, returned: [{ collection: 'portal.patients', people, shown: false, more: 1 }] }
}

/** Records a login as an event; the service has already authenticated and authorized the caller. */
export function logIn({ context, body }: PortalRequest): PortalAnswer {
  if (body !== null && !('json' in body && isJsonObject(body.json) && Object.keys(body.json).length === 0)) {
    return refuse(400, '', 'A login takes no body: the token or the password has already been checked.')
  }
  return {
    status: 201,
    json: { logged_in_at: context.at },
    events: [{ type: 'portal.login', data: {} }],
  }
}

function withPriorAuth<Answer>(request: PortalRequest, answer: (row: PriorAuth) => Answer): PortalAnswer | Answer {
  const row = request.state.requests.get(request.authNumber)
  return row ? answer(row) : refuse(404, 'auth_number', `There is no prior authorization ${show(request.authNumber)}.`)
}

function withInput<Input, Answer>(
  body: RecordedBody | null,
  read: (input: JsonObject) => Reading<Input>,
  answer: (input: Input) => Answer,
): PortalAnswer | Answer {
  if (!body || !('json' in body) || !isJsonObject(body.json)) {
    return refuse(400, '', 'The body must be a JSON object, sent with content-type application/json.')
  }
  const reading = read(body.json)
  return reading.ok ? answer(reading.value) : refuseAll(422, reading.errors)
}

function* answerInSteps(
  { state, context }: PortalRequest,
  steps: Steps<ActionOutcome<PriorAuth>>,
  status: number,
): Steps<PortalAnswer> {
  const outcome = yield* steps
  const answer = answerOutcome(outcome, status)
  return outcome.kind === 'done' ? { ...answer, json: yield* showRequest(state, outcome.row, context) } : answer
}

function answerOutcome(outcome: ActionOutcome<JsonObject>, status: number): PortalAnswer {
  if (outcome.kind === 'refused') return { ...refuseAll(422, outcome.errors), events: outcome.events }
  if (outcome.kind !== 'done') return refuse(outcome.kind === 'conflict' ? 409 : 422, '', outcome.message)
  return { status, json: outcome.row, effects: outcome.effects, events: outcome.events }
}

function withoutContent({ text, content_base64, ...row }: JsonObject): JsonObject {
  return row
}

/** Returns the date of the playground's clock, in UTC. */
function today(context: SimulatorContext): string {
  return context.at.slice(0, 10)
}
