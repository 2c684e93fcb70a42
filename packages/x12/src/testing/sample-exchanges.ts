import {
  type AuthorizationRequest,
  buildAuthorizationInquiry,
  buildAuthorizationRequest,
  buildAuthorizationResponse,
} from '../exchanges/authorization.js'
import { buildClaim, type Claim } from '../exchanges/claim.js'
import { buildClaimAcknowledgment } from '../exchanges/claim-acknowledgment.js'
import { buildClaimPayment, type ClaimPayment } from '../exchanges/claim-payment.js'
import {
  buildClaimStatusRequest,
  buildClaimStatusResponse,
  type ClaimStatusRequest,
} from '../exchanges/claim-status.js'
import { buildEligibilityInquiry } from '../exchanges/eligibility-inquiry.js'
import { buildEligibilityResponse } from '../exchanges/eligibility-response.js'
import { parseInterchange } from '../syntax/parse.js'
import type { Transaction } from '../syntax/transaction.js'
import type { TransactionValues } from '../syntax/values.js'
import { samplePayer, sampleProvider, sampleSubscriber, sampleText, sampleTime } from './sample.js'

// This file is only for the tests of this package.

const address = { line: '1 MAIN STREET', city: 'SPRINGFIELD', state: 'IL', postalCode: '62701' }
export const parties = { payer: samplePayer, subscriber: sampleSubscriber, reference: 'R-1', at: sampleTime }

export const inquiry = { ...parties, provider: sampleProvider, serviceTypes: ['30', '98'], date: '2026-01-05' }
export const statusRequest: ClaimStatusRequest = {
  ...parties,
  receiver: { name: 'EXAMPLE CLEARINGHOUSE', id: 'CH1' },
  provider: sampleProvider,
  claim: { trace: 'TR-9', payerClaimNumber: 'PC-7', patientAccount: 'A-1', charge: 125.5, serviceDate: '2026-01-02' },
}
export const authorization: AuthorizationRequest = {
  ...parties,
  requester: sampleProvider,
  serviceType: '2',
  diagnoses: ['M17.11', 'E11.9'],
  services: [
    { code: '27447', units: 1 },
    { code: '97110', units: 12 },
  ],
  serviceDate: '2026-02-01',
  note: 'Conservative treatment for six months',
}
export const claim: Claim = {
  ...parties,
  submitter: { name: 'EXAMPLE CLINIC', id: 'SUB1', telephone: '2175550101' },
  receiver: { name: 'EXAMPLE CLEARINGHOUSE', id: 'CH1' },
  billingProvider: { ...sampleProvider, taxId: '12-3456789', address },
  subscriber: { ...sampleSubscriber, address },
  patientAccount: 'A-1',
  diagnoses: ['E11.9', 'I10'],
  authorizationNumber: 'AUTH-1',
  lines: [
    { code: '99213', modifiers: ['25'], charge: 100.1, units: 1, date: '2026-01-02' },
    { code: '83036', charge: 25.2, units: 2, date: '2026-01-02' },
  ],
}
export const payment: ClaimPayment = {
  payer: { ...samplePayer, address, telephone: '2175550102' },
  payee: sampleProvider,
  claims: [
    {
      patient: sampleSubscriber,
      patientAccount: 'A-1',
      status: '1',
      charge: 125.3,
      paid: 80.3,
      patientResponsibility: 25,
      payerClaimNumber: 'PC-7',
      services: [
        {
          code: '99213',
          charge: 125.3,
          paid: 80.3,
          date: '2026-01-02',
          adjustments: [
            { group: 'CO', reason: '45', amount: 20 },
            { group: 'PR', reason: '3', amount: 25 },
          ],
          remarks: ['N130'],
        },
      ],
    },
  ],
  paymentNumber: 'CHK-1',
  payerTaxId: '123456789',
  paymentDate: '2026-01-20',
  at: sampleTime,
}
export const acknowledgedClaim = { patient: { ...sampleSubscriber }, serviceDate: '2026-01-02' }
export const built: Record<string, TransactionValues> = {
  '270': buildEligibilityInquiry(inquiry),
  '271': buildEligibilityResponse({
    ...parties,
    provider: sampleProvider,
    benefits: [{ code: '1', serviceTypes: ['30'], percent: 0.2, inNetwork: true, message: 'Active' }],
    plan: { begin: '2026-01-01' },
  }),
  '271 refused': buildEligibilityResponse({ ...parties, provider: sampleProvider, refusal: { code: '75' } }),
  '276': buildClaimStatusRequest(statusRequest),
  '277': buildClaimStatusResponse({
    ...statusRequest,
    statuses: [{ category: 'F1', code: '65', date: '2026-01-05', charge: 125.5, paid: 80, paidDate: '2026-01-20' }],
  }),
  '278 request': buildAuthorizationRequest(authorization),
  '278 response': buildAuthorizationResponse({ ...authorization, decision: { action: 'A1', number: 'AUTH-1' } }),
  '278 refused': buildAuthorizationResponse({ ...authorization, services: [], refusal: { code: '75' } }),
  '278 inquiry': buildAuthorizationInquiry({ ...authorization, authorizationNumber: 'AUTH-1' }),
  '278 inquiry response': buildAuthorizationResponse({
    ...authorization,
    inquiry: true,
    decision: { action: 'A1', number: 'AUTH-1' },
  }),
  '837P': buildClaim(claim),
  '277CA': buildClaimAcknowledgment({
    payer: samplePayer,
    receiver: { name: 'EXAMPLE CLINIC', id: 'SUB1' },
    providers: [
      {
        billingProvider: sampleProvider,
        claims: [
          { ...acknowledgedClaim, patientAccount: 'A-1', charge: 125.3, accepted: true, payerClaimNumber: 'PC-7' },
          { ...acknowledgedClaim, patientAccount: 'A-2', charge: 50, accepted: false, message: 'Diagnosis missing' },
        ],
      },
    ],
    reference: 'R-1',
    at: sampleTime,
  }),
  '835': buildClaimPayment(payment),
}

/** Writes a transaction, asserts that its envelope is valid, and reads it back. */
export function readBack(values: TransactionValues): Transaction {
  const [transaction] = parseInterchange(sampleText([values]), { strict: true }).transactions
  if (transaction === undefined) throw new Error('The sample has no transaction.')
  return transaction
}
