import {
  type ClaimTransactions,
  daysBetween,
  type ListedClaim,
  objectsAt,
  openPortal,
  parsePayers,
  parseVisitNote,
  type Remittance,
  readClaimTransactions,
  readPage,
  readText,
  type SentClaim,
  searchFor,
  serializeCsv,
  textAt,
  type VisitNote,
  writeReference,
} from '@carebench/benchmark-solvers/readers'
import type { TaskSession } from '@carebench/client'
import {
  type CorrectionOutcome,
  correctionColumns,
  correctionsPath,
  countUnits,
  denialsPath,
  findVisit,
  therapyCharge,
  visitCharges,
} from '../../clinic/handbook-corrections.js'
import type { Desk } from '../../desk/desk.js'
import type { Flaws } from '../../desk/flaws.js'
import { readListedClaims } from '../../desk/listed-claims.js'

interface Work {
  readonly session: TaskSession
  readonly today: string
  readonly claim: ListedClaim
  readonly before: ClaimTransactions
  readonly flaws: Flaws
}

type Correction = Partial<SentClaim>
type Unsent = Exclude<CorrectionOutcome, 'replaced' | 'resent'>

/** Works the claims that came back, with the flaws of a rung of the ladder. */
export async function workClaimCorrect(desk: Desk, flaws: Flaws): Promise<void> {
  // The list is not in the chart.
  if (flaws.recordOnly) return
  const { session } = desk
  const today = textAt(desk.taskItem, 'inputs', 'today') ?? ''
  const before = await readClaimTransactions(session)
  const outcomes = new Map<string, CorrectionOutcome>()
  for (const claim of await readListedClaims(desk, denialsPath, flaws)) {
    outcomes.set(claim.account, await settle({ session, today, claim, before, flaws }))
  }
  // The payers decide within two hours.
  if (!flaws.hasty) await session.wait({ seconds: 2 * 3600 })
  const { remittances } = flaws.ignoresArrivals ? before : await readClaimTransactions(session)
  const old = new Set(before.remittances.map(({ paymentNumber }) => paymentNumber))
  const rows = Array.from(outcomes, ([account, outcome]) => {
    const decision = remittances.find((one) => one.account === account && !old.has(one.paymentNumber))
    return { account, outcome, paid: (decision?.paid ?? 0).toFixed(2), patient_owes: owedBy(decision).toFixed(2) }
  })
  await session.files.write(correctionsPath, serializeCsv(correctionColumns, rows), 'text/csv')
}

async function settle(work: Work): Promise<CorrectionOutcome> {
  const { session, today, claim, before, flaws } = work
  const first = before.sent.find(({ account }) => account === claim.account)
  const returned = before.returned.find(({ account }) => account === claim.account)
  const denial = before.remittances.find(({ account, status }) => account === claim.account && status === '4')
  if (first === undefined) return 'not-supported'
  if (returned !== undefined) {
    await send(session, claim, first)
    return 'resent'
  }
  if (denial === undefined) return 'not-supported'
  const limit = flaws.outdated ? formerLimit : await daysToCorrect(work)
  if (!flaws.greedy && daysBetween(denial.day, today) > limit) return 'too-late'
  const correction = await correct(work, first, denial)
  if (typeof correction === 'string') return correction
  await send(session, claim, { ...first, ...correction }, denial.claimNumber)
  return 'replaced'
}

/** Last year's handbook allowed a year for every correction, in days. */
const formerLimit = 365

async function daysToCorrect({ session, claim }: Work): Promise<number> {
  const page = await readPage(session, 'claim-corrections.txt')
  const row = [...page.matchAll(/^ +(\S+(?: \S+)*) {2,}(\d+) days$/gm)].find(([, payer]) => payer === claim.payer.name)
  return Number(row?.[2] ?? 0)
}

async function correct(work: Work, first: SentClaim, denial: Remittance): Promise<Correction | Unsent> {
  const reason = denial.adjustments[0]?.reason
  if (reason === '197') return findAuthorization(work, first)
  const { diagnosis, therapyMinutes, totalMinutes, placeOfService } = await readNote(work)
  switch (reason) {
    case '11':
      return diagnosis === undefined ? 'not-supported' : { diagnoses: [diagnosis] }
    case '5':
      return placeOfService === undefined ? 'not-supported' : { placeOfService }
    case '16': {
      if (therapyMinutes === undefined) return 'not-supported'
      const units = countUnits(therapyMinutes)
      return { units, charge: units * therapyCharge }
    }
    default: {
      if (totalMinutes === undefined) return 'not-supported'
      const procedureCode = findVisit(totalMinutes)
      return procedureCode === undefined ? 'not-supported' : { procedureCode, charge: visitCharges[procedureCode] }
    }
  }
}

/** Resolves with the content of the signed note of the day of the service; if `greedy`, of the newest note. */
async function readNote({ session, claim, flaws }: Work): Promise<VisitNote> {
  const query = { patient: writeReference(claim.patient), type: '11506-3', _sort: '-date' }
  const notes = await searchFor(session, 'DocumentReference', query)
  const note = notes.find(
    (one) =>
      flaws.greedy || (textAt(one, 'docStatus') === 'final' && textAt(one, 'date')?.slice(0, 10) === claim.serviceDay),
  )
  return note === undefined ? {} : parseVisitNote(await readText(session, note))
}

/** Finds the approval for the patient, the procedure and the day; if `greedy`, the patient's first decision. */
async function findAuthorization({ session, claim, flaws }: Work, first: SentClaim): Promise<Correction | Unsent> {
  const payer = parsePayers(await readPage(session, 'payers.txt')).find(({ name }) => name === claim.payer.name)
  if (payer === undefined) return 'no-authorization'
  const page = await openPortal(session, payer).listPriorAuths({ patient_member_id: claim.memberId, limit: '100' })
  const row = objectsAt(page, 'data').find(
    (one) =>
      flaws.greedy ||
      (textAt(one, 'status') === 'approved' &&
        textAt(one, 'procedure_code') === first.procedureCode &&
        textAt(one, 'service_date') === claim.serviceDay),
  )
  const authorizationNumber = textAt(row, 'auth_number')
  return authorizationNumber === undefined ? 'no-authorization' : { authorizationNumber }
}

async function send(session: TaskSession, claim: ListedClaim, corrected: SentClaim, replaces?: string): Promise<void> {
  const { authorizationNumber, diagnoses, placeOfService, procedureCode, charge, units } = corrected
  await session.clearinghouse.submitClaim({
    payer_id: claim.payer.id,
    patient_id: writeReference(claim.patient),
    patient_account: claim.account,
    diagnosis_codes: diagnoses.map((code) => (/^\w{4,}$/.test(code) ? `${code.slice(0, 3)}.${code.slice(3)}` : code)),
    place_of_service: placeOfService,
    frequency: replaces === undefined ? '1' : '7',
    ...(replaces !== undefined && { original_claim_number: replaces }),
    ...(authorizationNumber !== undefined && { authorization_number: authorizationNumber }),
    lines: [{ procedure_code: procedureCode, charge, units, date: claim.serviceDay }],
  })
}

function owedBy(decision: Remittance | undefined): number {
  return (decision?.adjustments ?? []).reduce((sum, { group, amount }) => (group === 'PR' ? sum + amount : sum), 0)
}
