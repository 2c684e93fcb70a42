import { formatInstant, randomString, type Steps } from '@carebench/protocol'
import {
  buildClaimPayment,
  buildInterchangeInSteps,
  type Organization,
  type Person,
  type ReadClaim,
} from '@carebench/x12'
import { findDependent } from '../../membership/member.js'
import { type Adjudication, adjudicate, matchAdjudication, paidClaim, readServiceDate } from '../model/adjudication.js'
import type { ClaimRow, Remittance } from '../model/claim-row.js'
import type { ServedPayer } from '../model/served-payer.js'
import { controlText, drawControlNumber, drawRowId } from '../model/transaction-row.js'
import { isAuthorized } from './claim-authorization.js'
import { clearinghouse, writeOptions } from './envelope.js'
import type { Correspondent, ExchangeInputs } from './exchange.js'

/** A claim with the clearinghouse's response to it. */
export type JudgedClaim = AcceptedClaim | { readonly claim: ReadClaim; readonly refusal: Refusal }

/** An accepted claim with its row and its future decision, which is null if there will be none. */
export interface AcceptedClaim {
  readonly claim: ReadClaim
  readonly payer: ServedPayer
  readonly row: ClaimRow
  readonly decided: Adjudication | null
}

/** Why a claim is rejected: a claim status code (STC01-2) and its description. */
interface Refusal {
  readonly code: string
  readonly message: string
}

/** The synthetic address of every payer. */
const payerAddress = { line: '1 EXAMPLE PLAZA', city: 'SPRINGFIELD', state: 'IL', postalCode: '62701' }
const payerContact = { telephone: '2175550100', taxId: '123456789' } as const

/** Accepts or rejects the claims of a transaction in order, one per step. */
export function* judgeClaims(claims: readonly ReadClaim[], inputs: ExchangeInputs): Steps<readonly JudgedClaim[]> {
  const taken = new Set(inputs.state.claims.keys())
  const judged: JudgedClaim[] = []
  for (const claim of claims) {
    judged.push(yield* judge(claim, inputs, taken))
    yield
  }
  return judged
}

/**
 * Returns in steps the remittances of claims received together: one 835 for the claims of one payer and billing
 * provider that are decided at the same time. May throw an X12Error.
 */
export function* makeRemittances(
  judged: readonly JudgedClaim[],
  from: Correspondent,
  inputs: ExchangeInputs,
): Steps<readonly Remittance[]> {
  const groups = new Map<string, AcceptedClaim[]>()
  for (const claim of judged) {
    if (!('row' in claim) || claim.decided === null) continue
    const key = JSON.stringify([claim.payer.id, claim.claim.billingProvider?.id ?? '', claim.decided.delaySeconds])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [claim])
    else group.push(claim)
  }
  const remittances: Remittance[] = []
  for (const group of groups.values()) remittances.push(yield* makeRemittance(group, from, inputs))
  return remittances
}

function* judge(claim: ReadClaim, inputs: ExchangeInputs, taken: Set<string>): Steps<JudgedClaim> {
  const { state, today } = inputs
  const own = inputs.of(claim.payer?.id)
  if (own === undefined) {
    return { claim, refusal: { code: '116', message: 'The payer is not served here.' } }
  }
  const member = yield* own.members.ofMember(claim.subscriber?.memberId ?? '')
  const day = readServiceDate(claim) ?? today
  const insured = member && (claim.patient === undefined ? member : findDependent(member, claim.patient, day))
  if (insured === undefined) {
    return { claim, refusal: { code: '33', message: 'The subscriber or the dependent was not found.' } }
  }
  if (isCorrection(claim)) {
    const original = state.claims.get(claim.originalClaimNumber ?? '')
    if (original?.member_id !== claim.subscriber?.memberId) {
      return { claim, refusal: { code: '464', message: 'The claim that it replaces or voids was not found (REF*F8).' } }
    }
  }
  // A void requests no payment.
  const rule =
    claim.frequency === '8'
      ? undefined
      : matchAdjudication(own.payer.adjudications, claim, () => isAuthorized(claim, own))
  const decided = rule === undefined ? null : adjudicate(rule, claim, insured.policy, today)
  return { claim, payer: own.payer, decided, row: toRow(claim, drawClaimNumber(inputs, taken), decided, inputs) }
}

/** Whether a claim replaces or voids another one. */
function isCorrection({ frequency }: ReadClaim): boolean {
  return frequency === '7' || frequency === '8'
}

function toRow(claim: ReadClaim, claimNumber: string, decided: Adjudication | null, inputs: ExchangeInputs): ClaimRow {
  return {
    claim_number: claimNumber,
    patient_account: claim.patientAccount ?? '',
    member_id: claim.subscriber?.memberId ?? '',
    payer_id: claim.payer?.id ?? null,
    charge: claim.charge ?? 0,
    service_date: readServiceDate(claim) ?? null,
    status: 'pending',
    received_at: inputs.context.at,
    ...(isCorrection(claim) && { replaces: claim.originalClaimNumber ?? '' }),
    ...(claim.frequency === '8' && { voids: true }),
    decision: decided && {
      status: decided.status,
      paid: decided.paid,
      patient_responsibility: decided.patientResponsibility,
      at: formatInstant(computeTime(decided, inputs)),
    },
  }
}

function* makeRemittance(
  group: readonly AcceptedClaim[],
  from: Correspondent,
  inputs: ExchangeInputs,
): Steps<Remittance> {
  const { context } = inputs
  const [first] = group
  const { name, id } = first?.payer ?? inputs.payer
  const at = first?.decided ? computeTime(first.decided, inputs) : inputs.now
  const values = buildClaimPayment({
    payer: { name, id, address: payerAddress, telephone: payerContact.telephone },
    payee: first?.claim.billingProvider ?? nobody,
    claims: group.flatMap(({ claim, row, decided }) =>
      decided === null ? [] : [paidClaim(readPatient(claim), claim, row.claim_number, decided)],
    ),
    paymentNumber: `CHK${randomString(context.random, 8, '0123456789')}`,
    payerTaxId: payerContact.taxId,
    paymentDate: new Date(at).toISOString().slice(0, 10),
    at,
  })
  yield
  const controlNumber = drawControlNumber(context.random)
  const envelope = { sender: clearinghouse, receiver: from, at, controlNumber }
  const row = {
    id: drawRowId(context.random),
    direction: 'received',
    transaction: '835',
    control_number: controlText(controlNumber),
    payload: yield* buildInterchangeInSteps(envelope, [values], writeOptions),
    at: formatInstant(at),
  } as const
  return { row, claim_numbers: group.map((claim) => claim.row.claim_number) }
}

const nobody: Organization = { name: 'UNKNOWN', id: 'UNKNOWN' }

function readPatient({ patient, subscriber }: ReadClaim): Person {
  return patient ?? subscriber ?? { lastName: 'UNKNOWN' }
}

function computeTime({ delaySeconds }: Adjudication, { now }: ExchangeInputs): number {
  return now + delaySeconds * 1000
}

/** Draws a claim number that no claim has, even if `random` repeats itself. */
function drawClaimNumber({ context }: ExchangeInputs, taken: Set<string>): string {
  let number = Number(randomString(context.random, 8, '0123456789'))
  const text = () => `CL${String(number).padStart(8, '0')}`
  while (taken.has(text())) number = (number + 1) % 100_000_000
  taken.add(text())
  return text()
}
