import type { JsonObject, JsonValue } from '@carebench/protocol'
import {
  type AuthorizationResponse,
  buildAuthorizationRequest,
  buildAuthorizationResponse,
  type ReadAuthorizationRequest,
  readAuthorizationRequest,
} from '@carebench/x12'
import { Type } from 'typebox'
import { jsonOf, memberOf } from '../noise.js'
import type { PriorAuthStatus } from '../payer/config.js'
import { payerGroup, payerType } from '../payer/group.js'
import { readCall } from '../rest/read-json.js'
import type { SimulatorResponse } from '../simulator.js'
import type { Exchange, ExchangeInputs } from './exchange.js'
import { bareId, callMembers, dependentProblem } from './json-call.js'
import { refusalJson } from './refusal-reason.js'

const callSchema = Type.Object(
  {
    patient_id: callMembers.patientId,
    procedure_code: callMembers.code,
    diagnosis_codes: Type.Array(callMembers.diagnosis, { minItems: 1, maxItems: 12 }),
    service_date: callMembers.day,
    units: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 9999 })),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 264 })),
  },
  { additionalProperties: false },
)

/** HCR01 of each state of a prior authorization. */
export const actions: Readonly<Record<PriorAuthStatus, string>> = {
  approved: 'A1',
  denied: 'A3',
  pending: 'A4',
  more_information: 'A4',
}

/** AAA03 for a field that the payer rejects. */
const fieldRefusals: Readonly<Record<string, string>> = {
  patient_member_id: '72',
  patient_dob: '71',
  procedure_code: 'AG',
  diagnosis_codes: 'AF',
  provider_npi: '43',
  service_date: '57',
}

/**
 * Authorizations: a 278 request is submitted to the payer's portal, which decides it by its own rules, and answered
 * with its status: approved A1, denied A3, pending and more_information A4. An AAA gives the reason for a rejection:
 * 79 another payer, 33 not one initial request for one service of the subscriber, 42 no payer in the environment,
 * otherwise the field.
 */
export const authorizations: Exchange = {
  path: 'authorizations',
  set: '278',
  purposes: ['13', '01', '36'],
  status: 201,
  acknowledged: false,
  example: '{"patient_id":"p1","procedure_code":"72148","diagnosis_codes":["M54.16"],"service_date":"2026-02-14"}',
  write: (json, reference, { state, members, now }) => {
    const call = readCall(callSchema, json)
    if ('problem' in call) return call
    const { value } = call
    const insured = members.insuredOf(bareId(value.patient_id))
    if (insured.dependent !== undefined) return { problem: dependentProblem(value.patient_id) }
    const { name, npi } = state.provider
    return buildAuthorizationRequest({
      payer: state.payer,
      requester: { name, id: npi },
      subscriber: insured.subscriber,
      diagnoses: value.diagnosis_codes,
      services: [{ code: value.procedure_code, units: value.units ?? 1 }],
      serviceDate: value.service_date,
      ...(value.note !== undefined && { note: value.note }),
      reference,
      at: now,
    })
  },
  settle: (transaction, _from, inputs) => {
    const request = readAuthorizationRequest(transaction)
    const { subscriber, serviceDate, originator, serviceType } = request
    const decided = decide(request, inputs)
    const isRefused = 'refusal' in decided
    const response: AuthorizationResponse = {
      payer: inputs.state.payer,
      requester: request.requester ?? { name: 'UNKNOWN', id: 'UNKNOWN' },
      subscriber: subscriber ?? { lastName: 'UNKNOWN' },
      diagnoses: request.diagnoses,
      services: isRefused ? [] : request.services,
      ...(serviceType !== undefined && { serviceType }),
      ...(serviceDate !== undefined && { serviceDate }),
      ...(isRefused
        ? { refusal: { code: decided.refusal } }
        : { decision: { action: actions[decided.status], number: decided.number } }),
      ...(!isRefused && decided.reason !== null && { note: decided.reason }),
      reference: request.reference ?? inputs.today,
      ...(originator !== undefined && { originator }),
      at: inputs.now,
    }
    return { json: answerJson(decided), replies: [buildAuthorizationResponse(response)], effects: [] }
  },
}

/** The decision on an authorization, or why there is none. */
export type Decided =
  | { readonly refusal: string; readonly message?: string }
  | { readonly status: PriorAuthStatus; readonly number: string; readonly reason: string | null }

function decide(request: ReadAuthorizationRequest, { state, context }: ExchangeInputs): Decided {
  if (request.payer?.id !== state.payer.id) return { refusal: '79' }
  const isInitial = request.certification === undefined || request.certification === 'I'
  const [service, ...more] = request.services
  if (service === undefined || more.length > 0 || !isInitial || request.dependent !== undefined) {
    return { refusal: '33' }
  }
  const { subscriber } = request
  const json: JsonObject = {
    patient_member_id: subscriber?.memberId ?? null,
    patient_name: [subscriber?.firstName, subscriber?.lastName].filter(Boolean).join(' ') || null,
    patient_dob: subscriber?.birthDate ?? null,
    procedure_code: service.code,
    diagnosis_codes: request.diagnoses.map(dotted),
    provider_npi: request.requester?.id ?? null,
    service_date: request.serviceDate ?? null,
    clinical_notes: request.note ?? null,
  }
  const call = { method: 'POST', path: 'prior-auths', query: '', headers: {}, body: { json } }
  const answer = context.ask?.(payerType, payerGroup.name, call)
  return answer === undefined ? { refusal: '42' } : readPortal(answer)
}

/** The portal's answer: the current request, or the first field that it rejects. */
export function readPortal(answer: SimulatorResponse): Decided {
  const json = jsonOf(answer)
  const number = memberOf(json, 'auth_number')
  const status = memberOf(json, 'status')
  const reason = memberOf(json, 'determination_reason')
  if (typeof number === 'string' && isStatus(status)) {
    return { status, number, reason: typeof reason === 'string' ? reason : null }
  }
  const errors = memberOf(json, 'errors')
  const first = Array.isArray(errors) ? errors[0] : undefined
  const field = memberOf(first, 'field')
  const message = memberOf(first, 'message')
  const [name = ''] = (typeof field === 'string' ? field : '').split(/[.[]/, 1)
  const refusal = (Object.hasOwn(fieldRefusals, name) && fieldRefusals[name]) || '33'
  return { refusal, ...(typeof message === 'string' && { message }) }
}

function isStatus(value: JsonValue | undefined): value is PriorAuthStatus {
  return typeof value === 'string' && Object.hasOwn(actions, value)
}

/** ICD-10-CM with its dot, which X12 omits. */
function dotted(code: string): string {
  return code.length > 3 && !code.includes('.') ? `${code.slice(0, 3)}.${code.slice(3)}` : code
}

/** The answer in JSON. */
export function answerJson(decided: Decided): JsonObject {
  if ('refusal' in decided) {
    const error = refusalJson(decided.refusal)
    const errors = [decided.message === undefined ? error : { ...error, message: decided.message }]
    return { status: 'rejected', auth_number: null, action: null, reason: null, errors }
  }
  const { status, number, reason } = decided
  return { status, auth_number: number, action: actions[status], reason, errors: [] }
}
