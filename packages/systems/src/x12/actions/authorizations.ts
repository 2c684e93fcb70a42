import type { JsonObject, Steps } from '@carebench/protocol'
import {
  type AuthorizationResponse,
  buildAuthorizationRequest,
  buildAuthorizationResponse,
  type ReadAuthorizationRequest,
  readAuthorizationRequest,
} from '@carebench/x12'
import { readCall } from '../../rest/read-json.js'
import { authorizationForm, exchangeExamples } from '../model/call-forms.js'
import { bareId } from '../model/json-call.js'
import { askPortalInSteps } from '../model/served-payer.js'
import type { Exchange, ExchangeInputs } from './exchange.js'
import { type Review, readReview, reviewJson, reviewValues } from './review.js'

/**
 * Authorizations: a 278 request is submitted to the payer's portal, which decides it by its own rules, and answered
 * with its status: approved A1, fewer units A6, some of several services A2, denied A3, pending and more_information
 * A4. An AAA gives the reason for a rejection: 79 another payer, 33 not one initial request for services, 42 no payer
 * in the environment, otherwise the payer's reason: 75 unknown member, 71 another date of birth (67 of a dependent), 95
 * no coverage on the date of service, 51 unknown provider, or the malformed field.
 */
export const authorizations: Exchange = {
  path: 'authorizations',
  set: '278',
  purposes: ['13', '01', '36'],
  status: 201,
  acknowledged: false,
  example: exchangeExamples.authorizations,
  *write(json, reference, { state, payer, members, now }) {
    const call = readCall(authorizationForm, json)
    if ('problem' in call) return call
    const { value } = call
    const insured = yield* members.insuredOf(bareId(value.patient_id))
    const { name, npi } = state.provider
    return buildAuthorizationRequest({
      payer,
      requester: { name, id: npi },
      ...insured,
      diagnoses: value.diagnosis_codes,
      services: [value, ...(value.additional_services ?? [])].map(({ procedure_code: code, units = 1 }) => ({
        code,
        units,
      })),
      serviceDate: value.service_date,
      ...(value.place_of_service !== undefined && { placeOfService: value.place_of_service }),
      ...(value.urgency === 'expedited' && { levelOfService: 'U' }),
      ...(value.note !== undefined && { note: value.note }),
      reference,
      at: now,
    })
  },
  *settle(transaction, _from, inputs) {
    const request = readAuthorizationRequest(transaction)
    yield
    const { subscriber, dependent, serviceDate, originator, serviceType, levelOfService } = request
    const own = inputs.of(request.payer?.id)
    const review = yield* decide(request, own)
    const response: AuthorizationResponse = {
      payer: (own ?? inputs).payer,
      requester: request.requester ?? { name: 'UNKNOWN', id: 'UNKNOWN' },
      subscriber: subscriber ?? { lastName: 'UNKNOWN' },
      ...(dependent !== undefined && { dependent }),
      diagnoses: request.diagnoses,
      ...reviewValues(review, request.services),
      ...(serviceType !== undefined && { serviceType }),
      ...(levelOfService !== undefined && { levelOfService }),
      ...(serviceDate !== undefined && { serviceDate }),
      reference: request.reference ?? inputs.today,
      ...(originator !== undefined && { originator }),
      at: inputs.now,
    }
    return { json: reviewJson(review), replies: [buildAuthorizationResponse(response)], effects: [] }
  },
}

function* decide(request: ReadAuthorizationRequest, own: ExchangeInputs | undefined): Steps<Review> {
  if (own === undefined) return { refusal: '79' }
  const isInitial = request.certification === undefined || request.certification === 'I'
  const [service, ...additional] = request.services
  if (service === undefined || !isInitial) return { refusal: '33' }
  const { subscriber, dependent } = request
  const patient = dependent ?? subscriber
  const json: JsonObject = {
    patient_member_id: subscriber?.memberId ?? null,
    patient_name: [patient?.firstName, patient?.lastName].filter(Boolean).join(' ') || null,
    patient_dob: patient?.birthDate ?? null,
    procedure_code: service.code,
    units: service.units ?? 1,
    additional_services: additional.map(({ code, units = 1 }) => ({ procedure_code: code, units })),
    diagnosis_codes: request.diagnoses.map(dotted),
    provider_npi: request.requester?.id ?? null,
    service_date: request.serviceDate ?? null,
    ...(request.placeOfService !== undefined && { place_of_service: request.placeOfService }),
    ...(['U', '03'].includes(request.levelOfService ?? '') && { urgency: 'expedited' }),
    clinical_notes: request.note ?? null,
  }
  const answer = yield* askPortalInSteps(own.context, own.payer, { method: 'POST', path: 'prior-auths', json })
  if (answer === undefined) return { refusal: '42' }
  const review = readReview(answer)
  // Sent because the payer finds a dependent by the date of birth.
  return dependent !== undefined && 'refusal' in review && review.refusal === '71'
    ? { ...review, refusal: '67' }
    : review
}

/** Returns an ICD-10-CM code with its dot, which X12 omits. */
function dotted(code: string): string {
  return code.length > 3 && !code.includes('.') ? `${code.slice(0, 3)}.${code.slice(3)}` : code
}
