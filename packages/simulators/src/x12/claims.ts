import { formatInstant, type JsonObject, randomString } from '@carebench/protocol'
import {
  type AcknowledgedClaim,
  buildClaim,
  buildClaimAcknowledgment,
  buildInterchange,
  type Organization,
  type ReadClaim,
  readClaims,
  readValue,
  type TransactionValues,
  X12Error,
} from '@carebench/x12'
import { Type } from 'typebox'
import { adjudicate, buildRemittance, matchAdjudication, serviceDateOf } from './adjudication.js'
import type { ClaimRow, Decision } from './claim-row.js'
import { clearinghouse, writeOptions } from './envelope.js'
import type { Correspondent, Desk, Exchange } from './exchange.js'
import { bareId, callMembers, readCall } from './json-call.js'
import { controlText, drawControlNumber, drawRowId } from './transaction-row.js'

const callSchema = Type.Object(
  {
    patient_id: callMembers.patientId,
    patient_account: callMembers.token('CLM01.'),
    diagnosis_codes: Type.Array(callMembers.diagnosis, { minItems: 1, maxItems: 12 }),
    place_of_service: Type.Optional(Type.String({ pattern: '^[0-9]{2}$' })),
    authorization_number: Type.Optional(callMembers.token('REF*G1.')),
    lines: Type.Array(
      Type.Object(
        {
          procedure_code: callMembers.code,
          charge: Type.Number({ minimum: 0, maximum: 10_000_000 }),
          units: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 9999 })),
          date: callMembers.day,
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 50 },
    ),
  },
  { additionalProperties: false },
)

/** Where every provider of a JSON call has its office. */
const office = { line: '1 EXAMPLE STREET', city: 'SPRINGFIELD', state: 'IL', postalCode: '62701' }

/**
 * Claims: an 837 is acknowledged with a 277CA for each billing provider. A claim for a member is accepted (A2:20), gets a
 * number, and its 835 when the rule that applies says so; one for another payer (A3:116) or for nobody known (A3:33) is
 * returned.
 */
export const claims: Exchange = {
  path: 'claims',
  set: '837',
  status: 201,
  acknowledged: true,
  example:
    '{"patient_id":"p1","patient_account":"A-1","diagnosis_codes":["E11.9"],"lines":[{"procedure_code":"99213","charge":100,"date":"2026-01-05"}]}',
  write: (json, reference, { state, members, now }) => {
    const call = readCall(callSchema, json)
    if ('problem' in call) return call
    const { value } = call
    const { name, npi } = state.provider
    return buildClaim({
      submitter: { name, id: npi, telephone: '2175550101' },
      receiver: clearinghouse,
      billingProvider: { name, id: npi, taxId: '987654321', address: office },
      payer: state.payer,
      subscriber: { ...members.personOf(bareId(value.patient_id)), address: office },
      patientAccount: value.patient_account,
      diagnoses: value.diagnosis_codes,
      ...(value.place_of_service !== undefined && { placeOfService: value.place_of_service }),
      ...(value.authorization_number !== undefined && { authorizationNumber: value.authorization_number }),
      lines: value.lines.map(({ procedure_code: code, charge, units = 1, date }) => ({ code, charge, units, date })),
      reference,
      at: now,
    })
  },
  settle: (transaction, from, desk) => {
    refuseTooMany(transaction.segments('CLM').length)
    const taken = new Set(desk.state.claims.keys())
    const judged = readClaims(transaction).map((claim) => judge(claim, from, desk, taken))
    const { acknowledge } = desk.state
    const reference = readValue(transaction, 'BHT.3') ?? desk.today
    const receiver = {
      name: readValue(transaction, 'NM1[1=41].3') ?? 'UNKNOWN',
      id: readValue(transaction, 'NM1[1=41].9') ?? from.id,
    }
    return {
      json: { claims: judged.map(claimJson) },
      replies: acknowledge ? acknowledgments(judged, reference, receiver, desk) : [],
      effects: judged.flatMap(({ row }) => (row === undefined ? [] : [{ op: 'put_claim' as const, claim: row }])),
    }
  },
}

/** Each claim is adjudicated, and its remittance written, while the caller waits. */
const mostClaims = 500

function refuseTooMany(count: number): void {
  if (count <= mostClaims) return
  const expected = `at most ${mostClaims} claims in a transaction`
  throw new X12Error({ code: 'invalid-value', expected, received: `${count} claims`, segment: 'CLM' })
}

/** A claim with what the clearinghouse says of it; `row` is there if it was accepted. */
interface Judged {
  readonly claim: ReadClaim
  readonly row?: ClaimRow
  readonly refusal?: { readonly code: string; readonly message: string }
}

function judge(claim: ReadClaim, from: Correspondent, desk: Desk, taken: Set<string>): Judged {
  const { state, members, today, context } = desk
  if (claim.payer?.id !== state.payer.id) {
    return { claim, refusal: { code: '116', message: 'The payer is not served here.' } }
  }
  const member = members.ofMember(claim.subscriber?.memberId ?? '')
  if (member === undefined || claim.patient !== undefined) {
    return { claim, refusal: { code: '33', message: 'The subscriber was not found, or the patient is a dependent.' } }
  }
  const decided = adjudicate(matchAdjudication(state.adjudications, claim), claim, member, today)
  const claimNumber = drawClaimNumber(desk, taken)
  const at = desk.now + (decided?.delaySeconds ?? 0) * 1000
  const decision = decided && {
    status: decided.status,
    paid: decided.paid,
    remittance: remittanceOf(
      buildRemittance(state, claim, member, decided, {
        claimNumber,
        paymentNumber: `CHK${randomString(context.random, 8, '0123456789')}`,
        at,
      }),
      from,
      at,
      desk,
    ),
  }
  return { claim, row: rowOf(claim, claimNumber, decision, desk) }
}

function rowOf(claim: ReadClaim, claimNumber: string, decision: Decision | null, desk: Desk): ClaimRow {
  return {
    claim_number: claimNumber,
    patient_account: claim.patientAccount ?? '',
    member_id: claim.subscriber?.memberId ?? '',
    charge: claim.charge ?? 0,
    service_date: serviceDateOf(claim) ?? null,
    status: 'pending',
    received_at: desk.context.at,
    decision,
  }
}

function remittanceOf(
  values: TransactionValues,
  from: Correspondent,
  at: number,
  { context }: Desk,
): Decision['remittance'] {
  const controlNumber = drawControlNumber(context.random)
  return {
    id: drawRowId(context.random),
    direction: 'received',
    transaction: '835',
    control_number: controlText(controlNumber),
    payload: buildInterchange({ sender: clearinghouse, receiver: from, at, controlNumber }, [values], writeOptions),
    at: formatInstant(at),
  }
}

/** A number that no claim has yet, also where chance repeats itself. */
function drawClaimNumber({ context }: Desk, taken: Set<string>): string {
  let number = Number(randomString(context.random, 8, '0123456789'))
  const text = () => `CL${String(number).padStart(8, '0')}`
  while (taken.has(text())) number = (number + 1) % 100_000_000
  taken.add(text())
  return text()
}

/** One 277CA for each billing provider, in the order of their first claims. */
function acknowledgments(
  judged: readonly Judged[],
  reference: string,
  receiver: Organization,
  { state, now }: Desk,
): TransactionValues[] {
  const byProvider = new Map<string, Judged[]>()
  for (const one of judged) {
    const id = one.claim.billingProvider?.id ?? ''
    const own = byProvider.get(id)
    if (own === undefined) byProvider.set(id, [one])
    else own.push(one)
  }
  return [...byProvider.values()].map((own) =>
    buildClaimAcknowledgment({
      payer: state.payer,
      receiver,
      billingProvider: own[0]?.claim.billingProvider ?? { name: 'UNKNOWN', id: 'UNKNOWN' },
      claims: own.map(acknowledgedClaim),
      reference,
      at: now,
    }),
  )
}

function acknowledgedClaim({ claim, row, refusal }: Judged): AcknowledgedClaim {
  const serviceDate = serviceDateOf(claim)
  return {
    patient: claim.patient ?? claim.subscriber ?? { lastName: 'UNKNOWN' },
    patientAccount: claim.patientAccount ?? '',
    charge: claim.charge ?? 0,
    accepted: row !== undefined,
    ...(refusal !== undefined && { category: 'A3', code: refusal.code, message: refusal.message }),
    ...(row !== undefined && { payerClaimNumber: row.claim_number }),
    ...(serviceDate !== undefined && { serviceDate }),
  }
}

function claimJson({ claim, row, refusal }: Judged): JsonObject {
  return {
    patient_account: claim.patientAccount ?? null,
    accepted: row !== undefined,
    claim_number: row?.claim_number ?? null,
    errors: refusal === undefined ? [] : [refusal],
  }
}
