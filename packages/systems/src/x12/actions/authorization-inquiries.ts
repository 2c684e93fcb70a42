import {
  type AuthorizationResponse,
  buildAuthorizationInquiry,
  buildAuthorizationResponse,
  type ReadAuthorizationRequest,
  readAuthorizationRequest,
} from '@carebench/x12'
import { readJson } from '../../noise.js'
import { readCall } from '../../rest/read-json.js'
import { authorizationInquiryForm, exchangeExamples } from '../model/call-forms.js'
import { bareId } from '../model/json-call.js'
import { askPortal } from '../model/served-payer.js'
import { isOfPatient } from './claim-authorization.js'
import type { Exchange, ExchangeInputs } from './exchange.js'
import { type Review, readReview, reviewJson, reviewValues } from './review.js'

/**
 * Authorization inquiries: the response to a 278 inquiry has the current status of the authorization with this number
 * in the payer's portal, in the format of the response to a request. An AAA gives the reason for a rejection: 79
 * another payer, 33 no number, 42 no payer in the environment, AA no such authorization of the member.
 */
export const authorizationInquiries: Exchange = {
  path: 'authorization-inquiries',
  set: '278',
  purposes: ['28'],
  status: 200,
  acknowledged: false,
  example: exchangeExamples['authorization-inquiries'],
  *write(json, reference, { state, payer, members, now }) {
    const call = readCall(authorizationInquiryForm, json)
    if ('problem' in call) return call
    const { patient_id, auth_number } = call.value
    const insured = yield* members.insuredOf(bareId(patient_id))
    const { name, npi } = state.provider
    return buildAuthorizationInquiry({
      payer,
      requester: { name, id: npi },
      ...insured,
      diagnoses: [],
      services: [],
      authorizationNumber: auth_number,
      reference,
      at: now,
    })
  },
  *settle(transaction, _from, inputs) {
    const inquiry = readAuthorizationRequest(transaction)
    yield
    const { subscriber, dependent, originator, authorizationNumber } = inquiry
    const own = inputs.of(inquiry.payer?.id)
    const review = lookUp(inquiry, own)
    const response: AuthorizationResponse = {
      inquiry: true,
      payer: (own ?? inputs).payer,
      requester: inquiry.requester ?? { name: 'UNKNOWN', id: 'UNKNOWN' },
      subscriber: subscriber ?? { lastName: 'UNKNOWN' },
      ...(dependent !== undefined && { dependent }),
      diagnoses: inquiry.diagnoses,
      ...(authorizationNumber !== undefined && { authorizationNumber }),
      ...reviewValues(review, []),
      reference: inquiry.reference ?? inputs.today,
      ...(originator !== undefined && { originator }),
      at: inputs.now,
    }
    return { json: reviewJson(review), replies: [buildAuthorizationResponse(response)], effects: [] }
  },
}

function lookUp(
  { subscriber, dependent, authorizationNumber }: ReadAuthorizationRequest,
  own: ExchangeInputs | undefined,
): Review {
  if (own === undefined) return { refusal: '79' }
  if (authorizationNumber === undefined) return { refusal: '33' }
  const path = `prior-auths/${encodeURIComponent(authorizationNumber)}`
  const answer = askPortal(own.context.ask, own.payer, { method: 'GET', path })
  if (answer === undefined) return { refusal: '42' }
  // Another person's authorization counts as not found.
  const isTheirs = answer.status === 200 && isOfPatient(readJson(answer), subscriber, dependent)
  return isTheirs ? readReview(answer) : { refusal: 'AA' }
}
