import { type CallDescription, type JsonValue, jsonContent as json } from '@carebench/protocol'
import type { TSchema } from 'typebox'
import { onlyPage, pageParameters } from '../rest/described-list.js'
import {
  authorizationForm,
  authorizationInquiryForm,
  claimForm,
  claimStatusForm,
  eligibilityForm,
  exchangeExamples,
} from './model/call-forms.js'

const edi270 =
  'ISA*00*          *00*          *ZZ*1234567893     *ZZ*CLEARINGHOUSE  *260105*0900*^*00501*000000001*0*P*:~…'
const at = '2026-01-05T09:00:00.000Z'

function exchange<const Path extends string, const Name extends string, const Status extends 200 | 201>(
  path: Path,
  name: Name,
  summary: string,
  status: Status,
  [form, question]: readonly [TSchema, JsonValue],
  answer: JsonValue,
) {
  const body = { ...json(question, form), 'application/edi-x12': { example: edi270 } }
  return {
    method: 'POST',
    path,
    name,
    summary,
    body,
    outward: true,
    status,
    answer: { ...json(answer), 'application/edi-x12': { example: edi270 } },
  } as const
}

/** The clearinghouse. */
export const clearinghouseCalls = [
  exchange(
    '/eligibility',
    'checkEligibility',
    'Inquire about the eligibility of a patient (270), in JSON or EDI',
    200,
    [eligibilityForm, exchangeExamples.eligibility],
    { status: 'active', member: { member_id: 'M12345' }, benefits: [], errors: [], x12: 'ISA*00*…' },
  ),
  exchange(
    '/claim-status',
    'askClaimStatus',
    'Inquire about the status of a claim (276), in JSON or EDI',
    200,
    [claimStatusForm, exchangeExamples['claim-status']],
    { status: 'pending', claim_number: 'CL00000001', patient_account: 'A-1', x12: 'ISA*00*…' },
  ),
  exchange(
    '/authorizations',
    'requestAuthorization',
    'Request an authorization from the payer (278), in JSON or EDI',
    201,
    [authorizationForm, exchangeExamples.authorizations],
    { status: 'pending', auth_number: 'PA30517742', x12: 'ISA*00*…' },
  ),
  exchange(
    '/authorization-inquiries',
    'askAuthorization',
    'Inquire about an authorization (278), in JSON or EDI',
    200,
    [authorizationInquiryForm, exchangeExamples['authorization-inquiries']],
    { status: 'approved', auth_number: 'PA30517742', x12: 'ISA*00*…' },
  ),
  exchange(
    '/claims',
    'submitClaim',
    'Submit a claim (837P), in JSON or EDI; acknowledged with 999 and 277CA, paid later with 835',
    201,
    [claimForm, exchangeExamples.claims],
    {
      claims: [{ patient_account: 'A-1', accepted: true, claim_number: 'CL00000001', errors: [] }],
      x12: 'ISA*00*…',
    },
  ),
  {
    method: 'GET',
    path: '/transactions',
    name: 'listTransactions',
    summary: 'List sent and received interchanges, newest first',
    query: pageParameters,
    status: 200,
    answer: json({
      data: [{ id: 'x12_1', direction: 'received', transaction: '271', control_number: '0001', payload: edi270, at }],
      _meta: onlyPage,
    }),
  },
] as const satisfies readonly CallDescription[]
