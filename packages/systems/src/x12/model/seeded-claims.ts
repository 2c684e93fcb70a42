import type { Steps } from '@carebench/protocol'
import { type ReadClaim, readClaims, type Segment, type Transaction } from '@carebench/x12'
import { readServiceDate } from './adjudication.js'
import type { ClaimDecision, ClaimRow } from './claim-row.js'

/**
 * Returns in steps the claims in seeded transactions: those of an 837 stay pending, those of an 835 are decided as it
 * says. If both contain the same patient account, the 835 counts.
 */
export function* seededClaims(transactions: readonly Transaction[], at: string): Steps<readonly ClaimRow[]> {
  const paid: ClaimRow[] = []
  const sent: ReadClaim[] = []
  for (const transaction of transactions) {
    yield
    if (transaction.id === '835') for (const claim of remittedClaims(transaction, at)) paid.push(claim)
    else if (transaction.id === '837') for (const claim of readClaims(transaction)) sent.push(claim)
  }
  const known = new Set(paid.map(({ patient_account }) => patient_account))
  const open = sent.filter(({ patientAccount }) => !known.has(patientAccount ?? ''))
  return [...paid, ...open.map((claim, index) => openClaim(claim, index, at))]
}

function openClaim(claim: ReadClaim, index: number, at: string): ClaimRow {
  return {
    claim_number: `CL${String(90_000_001 + index)}`,
    patient_account: claim.patientAccount ?? '',
    member_id: claim.subscriber?.memberId ?? '',
    payer_id: claim.payer?.id ?? null,
    charge: claim.charge ?? 0,
    service_date: readServiceDate(claim) ?? null,
    status: 'pending',
    received_at: at,
    decision: null,
  }
}

function remittedClaims(transaction: Transaction, at: string): readonly ClaimRow[] {
  const produced = toIsoDay(transaction.segments('BPR')[0]?.element(16)) ?? at.slice(0, 10)
  const claims: ClaimRow[] = []
  let own: Segment[] = []
  for (const segment of transaction.segments().toReversed()) {
    if (segment.id !== 'CLP') {
      own.push(segment)
      continue
    }
    claims.push(remittedClaim(segment, own.reverse(), produced))
    own = []
  }
  return claims.reverse()
}

function remittedClaim(clp: Segment, own: readonly Segment[], produced: string): ClaimRow {
  const amount = (element: number) => Number(clp.element(element) ?? '0') || 0
  // Denied if CLP02 says so, as in older remittances, or if nothing is paid and the patient owes nothing.
  const isDenied = clp.element(2) === '4' || (amount(3) > 0 && amount(4) === 0 && amount(5) === 0)
  const status = isDenied ? 'denied' : 'paid'
  const name = (role: string) => own.find((segment) => segment.id === 'NM1' && segment.element(1) === role)?.element(9)
  const days = own.flatMap((segment) =>
    segment.id === 'DTM' && segment.element(1) === '472' ? (toIsoDay(segment.element(2)) ?? []) : [],
  )
  const decision: ClaimDecision = {
    status,
    paid: amount(4),
    patient_responsibility: amount(5),
    at: `${produced}T00:00:00.000Z`,
  }
  return {
    claim_number: clp.element(7) ?? '',
    patient_account: clp.element(1) ?? '',
    member_id: name('IL') ?? name('QC') ?? '',
    payer_id: null,
    charge: amount(3),
    service_date: days.sort()[0] ?? null,
    status,
    received_at: decision.at,
    decision,
  }
}

function toIsoDay(text: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text ?? '') ?? []
  return year === undefined ? undefined : `${year}-${month}-${day}`
}
