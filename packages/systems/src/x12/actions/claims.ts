import type { JsonObject } from '@carebench/protocol'
import {
  type AcknowledgedClaim,
  buildClaim,
  buildClaimAcknowledgment,
  type Organization,
  readClaims,
  readValue,
  type TransactionValues,
  X12Error,
} from '@carebench/x12'
import { readCall } from '../../rest/read-json.js'
import { readServiceDate } from '../model/adjudication.js'
import { claimForm, exchangeExamples } from '../model/call-forms.js'
import { bareId, dependentProblem } from '../model/json-call.js'
import { type JudgedClaim, judgeClaims, makeRemittances } from './claim-judgement.js'
import { clearinghouse } from './envelope.js'
import type { Exchange, ExchangeInputs } from './exchange.js'

/** The office location of every provider in a JSON call. */
const office = { line: '1 EXAMPLE STREET', city: 'SPRINGFIELD', state: 'IL', postalCode: '62701' }

/**
 * Claims: an 837 is acknowledged with one 277CA, which has the status of each claim. A claim for a member is accepted
 * (A2:20) and gets a number; its 835 follows when its rule says so, together with claims decided at the same time. A
 * claim for another payer (A3:116), for an unknown person (A3:33), or replacing an unknown claim (A3:464) is rejected.
 */
export const claims: Exchange = {
  path: 'claims',
  set: '837',
  // Only original transmissions: none has to be sent again, because all arrive.
  purposes: ['00'],
  status: 201,
  acknowledged: true,
  example: exchangeExamples.claims,
  *write(json, reference, { state, payer, members, now }) {
    const call = readCall(claimForm, json)
    if ('problem' in call) return call
    const { value } = call
    const insured = yield* members.insuredOf(bareId(value.patient_id))
    if (insured.dependent !== undefined) return { problem: dependentProblem(value.patient_id) }
    const { name, npi } = state.provider
    return buildClaim({
      submitter: { name, id: npi, telephone: '2175550101' },
      receiver: clearinghouse,
      billingProvider: { name, id: npi, taxId: '987654321', address: office },
      payer,
      ...readFilingIndicator(payer),
      subscriber: { ...insured.subscriber, address: office },
      patientAccount: value.patient_account,
      diagnoses: value.diagnosis_codes,
      ...(value.place_of_service !== undefined && { placeOfService: value.place_of_service }),
      ...(value.authorization_number !== undefined && { authorizationNumber: value.authorization_number }),
      ...(value.frequency !== undefined && { frequency: value.frequency }),
      ...(value.original_claim_number !== undefined && { originalClaimNumber: value.original_claim_number }),
      lines: value.lines.map(({ procedure_code: code, charge, units = 1, date }) => ({ code, charge, units, date })),
      reference,
      at: now,
    })
  },
  *settle(transaction, from, inputs) {
    refuseTooMany(transaction.segments('CLM').length)
    const received = readClaims(transaction)
    yield
    const judged = yield* judgeClaims(received, inputs)
    const remittances = yield* makeRemittances(judged, from, inputs)
    const { acknowledge } = inputs.state
    const reference = readValue(transaction, 'BHT.3') ?? inputs.today
    const receiver = {
      name: readValue(transaction, 'NM1[1=41].3') ?? 'UNKNOWN',
      id: readValue(transaction, 'NM1[1=41].9') ?? from.id,
    }
    return {
      json: { claims: judged.map(claimJson) },
      replies: acknowledge ? [acknowledgment(judged, reference, receiver, inputs)] : [],
      effects: [
        ...judged.flatMap((claim) => ('row' in claim ? [{ op: 'put_claim' as const, claim: claim.row }] : [])),
        ...remittances.map((remittance) => ({ op: 'expect' as const, remittance })),
      ],
    }
  },
}

/** Returns SBR09 for Medicare Part B and Medicaid, recognized by the payer's name; other payers have the default. */
function readFilingIndicator({ name }: Organization): { readonly filingIndicator?: string } {
  if (/\bmedicaid\b/i.test(name)) return { filingIndicator: 'MC' }
  return /\bmedicare\b(?!.*\badvantage\b)/i.test(name) ? { filingIndicator: 'MB' } : {}
}

/**
 * Maximum number of claims in a transaction, because they are adjudicated, and remittances written, while the caller
 * waits.
 */
const maxClaims = 500

function refuseTooMany(count: number): void {
  if (count <= maxClaims) return
  const expected = `at most ${maxClaims} claims in a transaction`
  throw new X12Error({ code: 'invalid-value', expected, received: `${count} claims`, segment: 'CLM' })
}

/** Returns the 277CA, with the billing providers in the order of their first claims. */
function acknowledgment(
  judged: readonly JudgedClaim[],
  reference: string,
  receiver: Organization,
  inputs: ExchangeInputs,
): TransactionValues {
  const byProvider = new Map<string, JudgedClaim[]>()
  for (const claim of judged) {
    const id = claim.claim.billingProvider?.id ?? ''
    const own = byProvider.get(id)
    if (own === undefined) byProvider.set(id, [claim])
    else own.push(claim)
  }
  return buildClaimAcknowledgment({
    payer: (inputs.of(judged[0]?.claim.payer?.id) ?? inputs).payer,
    receiver,
    providers: [...byProvider.values()].map((own) => ({
      billingProvider: own[0]?.claim.billingProvider ?? { name: 'UNKNOWN', id: 'UNKNOWN' },
      claims: own.map((one) => acknowledgedClaim(one, inputs.today)),
    })),
    reference,
    at: inputs.now,
  })
}

function acknowledgedClaim(judged: JudgedClaim, today: string): AcknowledgedClaim {
  const { patient, subscriber, patientAccount = '', charge = 0 } = judged.claim
  const memberId = subscriber?.memberId
  return {
    patient: { ...(patient ?? subscriber ?? { lastName: 'UNKNOWN' }), ...(memberId !== undefined && { memberId }) },
    patientAccount,
    charge,
    ...('row' in judged
      ? { accepted: true, payerClaimNumber: judged.row.claim_number }
      : { accepted: false, category: 'A3', code: judged.refusal.code, message: judged.refusal.message }),
    serviceDate: readServiceDate(judged.claim) ?? today,
  }
}

function claimJson(judged: JudgedClaim): JsonObject {
  const patient_account = judged.claim.patientAccount ?? null
  return 'row' in judged
    ? { patient_account, accepted: true, claim_number: judged.row.claim_number, errors: [] }
    : { patient_account, accepted: false, claim_number: null, errors: [{ ...judged.refusal }] }
}
