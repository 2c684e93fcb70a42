import type { JsonObject, RecordedBody } from '@carebench/protocol'
import { isObject, show } from '../json-shape.js'
import type { SimulatorContext } from '../simulator.js'
import { appealForm, peerToPeerForm } from './action-forms.js'
import { readAttachment } from './attachment-form.js'
import { priorAuthStatuses } from './config.js'
import { type Reading, readForm } from './form.js'
import { type PortalAnswer, refuse, refuseAll } from './portal-answer.js'
import { readFilters } from './portal-query.js'
import {
  type ActionOutcome,
  attachDocument,
  fileAppeal,
  requestPeerToPeer,
  resubmitPriorAuth,
  submitPriorAuth,
} from './prior-auth.js'
import { readCorrections, readSubmission } from './prior-auth-form.js'
import type { PriorAuth } from './prior-auth-row.js'
import { listRows, type PayerState, rowsOfPriorAuth } from './state.js'

/** A call as a route of the portal sees it. */
export interface PortalRequest {
  readonly state: PayerState
  readonly context: SimulatorContext
  /** The second segment of the path, decoded; empty if there is none. */
  readonly authNumber: string
  readonly query: string
  readonly body: RecordedBody | null
}

export function submit({ state, context, body }: PortalRequest): PortalAnswer {
  return withInput(
    body,
    (input) => readSubmission(input, today(context)),
    (submission) => answerOutcome(submitPriorAuth(state, submission, context), 201),
  )
}

export function listRequests({ state, query }: PortalRequest): PortalAnswer {
  const filters = readFilters(query, ['status', 'patient_member_id', 'auth_number'])
  if (!filters.ok) return refuseAll(400, filters.errors)
  const { status, patient_member_id: memberId, auth_number: authNumber } = filters.value
  if (status !== undefined && !priorAuthStatuses.some((known) => known === status)) {
    return refuse(400, 'status', `status must be one of ${priorAuthStatuses.join(', ')}, got ${show(status)}.`)
  }
  let rows: readonly PriorAuth[]
  if (authNumber !== undefined) {
    const row = state.requests.get(authNumber)
    rows = row && (memberId === undefined || row.patient_member_id === memberId) ? [row] : []
  } else rows = memberId === undefined ? state.requests.rows() : state.requests.find('patient_member_id', memberId)
  return { status: 200, json: { data: status === undefined ? rows : rows.filter((row) => row.status === status) } }
}

export function readRequest(request: PortalRequest): PortalAnswer {
  return withPriorAuth(request, (row) => {
    const rowsOf = (resource: string) => rowsOfPriorAuth(request.state, resource, row.auth_number)
    return {
      status: 200,
      json: {
        ...row,
        attachments: rowsOf('attachments').map(withoutContent),
        appeals: rowsOf('appeals'),
        peer_to_peer_requests: rowsOf('peer_to_peer_requests'),
      },
    }
  })
}

/** Takes no body too: a resubmission after a document has been attached needs no correction. */
export function amend(request: PortalRequest): PortalAnswer {
  const { state, context } = request
  return withPriorAuth(request, (row) =>
    withInput(
      request.body ?? { json: {} },
      (input) => readCorrections(input, today(context)),
      (corrections) => answerOutcome(resubmitPriorAuth(state, row, corrections, context), 200),
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
        const outcome = attachDocument(state, row, attachment, context)
        const answer = answerOutcome(outcome, 201)
        return outcome.kind === 'done' ? { ...answer, json: withoutContent(outcome.row) } : answer
      },
    ),
  )
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

/** Seeded rows by their identity, and by a part of their `name` without regard to case. */
export function listDirectory(
  { state, query }: PortalRequest,
  resource: string,
  identity: 'member_id' | 'npi',
): PortalAnswer {
  const filters = readFilters<'name' | 'member_id' | 'npi'>(query, [identity, 'name'])
  if (!filters.ok) return refuseAll(400, filters.errors)
  const id = filters.value[identity]
  const name = filters.value.name?.toLowerCase()
  const one = id === undefined ? undefined : state.tables.get(resource)?.get(id)
  const rows = id === undefined ? listRows(state, resource) : one ? [one] : []
  const hasName = (row: JsonObject) =>
    name === undefined || (typeof row.name === 'string' && row.name.toLowerCase().includes(name))
  return { status: 200, json: { data: rows.filter(hasName) } }
}

function withPriorAuth(request: PortalRequest, answer: (row: PriorAuth) => PortalAnswer): PortalAnswer {
  const row = request.state.requests.get(request.authNumber)
  return row ? answer(row) : refuse(404, 'auth_number', `There is no prior authorization ${show(request.authNumber)}.`)
}

function withInput<Input>(
  body: RecordedBody | null,
  read: (input: JsonObject) => Reading<Input>,
  answer: (input: Input) => PortalAnswer,
): PortalAnswer {
  if (!body || !('json' in body) || !isObject(body.json)) {
    return refuse(400, '', 'The body must be a JSON object, sent with content-type application/json.')
  }
  const reading = read(body.json)
  return reading.ok ? answer(reading.value) : refuseAll(422, reading.errors)
}

function answerOutcome(outcome: ActionOutcome<JsonObject>, status: number): PortalAnswer {
  if (outcome.kind !== 'done') return refuse(outcome.kind === 'conflict' ? 409 : 422, '', outcome.message)
  return { status, json: outcome.row, effects: outcome.effects, events: outcome.events }
}

function withoutContent({ text, content_base64, ...row }: JsonObject): JsonObject {
  return row
}

/** The date of the playground's clock, in UTC. */
function today(context: SimulatorContext): string {
  return context.at.slice(0, 10)
}
