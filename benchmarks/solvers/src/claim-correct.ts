import type { JsonObject, TaskSession } from '@carebench/client'
import { openPortal, parsePayers } from './authorization-handbook.js'
import { daysBetween, theOnly, writeReference } from './chart.js'
import { type ClaimTransactions, type Remittance, readClaimTransactions, type SentClaim } from './claim-transactions.js'
import { type ListedClaim, readClaimsList } from './claims-list.js'
import { serializeCsv } from './csv.js'
import { readPage } from './handbook.js'
import { needed, objectsAt, textAt } from './json.js'
import type { Solver } from './solver.js'
import { readVisitNote } from './visit-note.js'

/** A claim that was denied or returned, and why. */
interface Rejected {
  readonly session: TaskSession
  readonly claim: ListedClaim
  readonly first: SentClaim
  /** Group and reason with remark codes, or category and status, such as `CO 197`, `CO 16, M53` or `A3:33`. */
  readonly reason: string
}

/** The members that are different in the corrected claim. */
interface Correction {
  readonly authorizationNumber?: string
  readonly diagnoses?: readonly string[]
  readonly units?: number
  readonly charge?: number
  readonly placeOfService?: string
  readonly procedureCode?: string
}

type Unsent = 'not-supported' | 'no-authorization' | 'too-late'

/** The outcome of a claim, before it is known what the payer pays. */
interface Settled {
  readonly account: string
  readonly outcome: Unsent | 'replaced' | 'resent'
}

/** Corrects claims that were denied or returned by the chart, sends them again, and awaits the decisions. */
export const claimCorrect: Solver = {
  family: 'claim-correct',
  async solve(session) {
    const today = needed(textAt(session.taskItem ?? undefined, 'inputs', 'today'), 'the day among the inputs')
    const limits = parseLimits(await readPage(session, 'claim-corrections.txt'))
    const claims = await readClaimsList(session, 'inbox/denials.csv')
    const before = await readClaimTransactions(session)
    const settled: Settled[] = []
    for (const claim of claims) {
      const limit = needed(limits.get(claim.payer.name), `the limit of ${claim.payer.name}`)
      settled.push({ account: claim.account, outcome: await settle({ session, today, claim, limit, before }) })
    }
    const sent = settled.filter(({ outcome }) => outcome === 'replaced' || outcome === 'resent')
    const decisions = await awaitDecisions(session, before, sent)
    const rows = settled.map(({ account, outcome }) => {
      const decision = decisions.get(account)
      return { account, outcome, paid: dollars(decision?.paid ?? 0), patient_owes: dollars(owedBy(decision)) }
    })
    const columns = ['account', 'outcome', 'paid', 'patient_owes']
    await session.files.write('outbound/corrections.csv', serializeCsv(columns, rows), 'text/csv')
    return undefined
  },
}

/** Parses section 3 of `claim-corrections.txt`: the days within which a claim can be replaced, by payer. */
function parseLimits(page: string): ReadonlyMap<string, number> {
  const rows = page.matchAll(/^ +(\S+(?: \S+)*) {2,}(\d+) days$/gm)
  return new Map(Array.from(rows, ([, payer = '', days]) => [payer, Number(days)]))
}

interface Work {
  readonly session: TaskSession
  readonly today: string
  readonly claim: ListedClaim
  /** Days within which a denied claim can be replaced. */
  readonly limit: number
  readonly before: ClaimTransactions
}

async function settle({ session, today, claim, limit, before }: Work): Promise<Settled['outcome']> {
  const first = needed(
    before.sent.find(({ account }) => account === claim.account),
    `the claim ${claim.account} among those sent`,
  )
  const returned = before.returned.find(({ account }) => account === claim.account)
  if (returned !== undefined) {
    const correction = await correct({ session, claim, first, reason: `A3:${returned.statusCode}` })
    if (typeof correction === 'string') return correction
    await send(session, claim, first, correction)
    return 'resent'
  }
  const denial = needed(
    before.remittances.find(({ account, status }) => account === claim.account && status === '4'),
    `a denial or a return of ${claim.account}`,
  )
  if (daysBetween(denial.day, today) > limit) return 'too-late'
  const { group, reason } = theOnly(denial.adjustments, 'reason of the denial')
  const reasons = [`${group} ${reason}`, ...denial.remarks].join(', ')
  const correction = await correct({ session, claim, first, reason: reasons })
  if (typeof correction === 'string') return correction
  await send(session, claim, first, correction, denial.claimNumber)
  return 'replaced'
}

/** Decides how to correct a claim, or why not to send it again, by section 4 of `claim-corrections.txt`. */
async function correct(rejected: Rejected): Promise<Correction | Unsent> {
  const { session, claim, reason } = rejected
  if (reason === 'A3:33') return {}
  if (reason === 'CO 197') return findAuthorization(rejected)
  const note = await readVisitNote(session, claim.patient, claim.serviceDay)
  switch (reason) {
    case 'CO 11':
      return note.diagnosis === undefined ? 'not-supported' : { diagnoses: [note.diagnosis] }
    case 'CO 16, M53':
      return note.therapyMinutes === undefined ? 'not-supported' : correctTherapy(note.therapyMinutes)
    case 'CO 5':
      return note.placeOfService === undefined ? 'not-supported' : { placeOfService: note.placeOfService }
    case 'CO 150':
      return note.totalMinutes === undefined ? 'not-supported' : correctVisit(note.totalMinutes)
    default:
      throw new Error(`Expected a reason that the handbook knows, got ${reason}.`)
  }
}

function correctTherapy(minutes: number): Correction | Unsent {
  const units = Math.floor((minutes + 7) / 15)
  return units < 1 ? 'not-supported' : { units, charge: 40 * units }
}

function correctVisit(minutes: number): Correction | Unsent {
  if (minutes >= 10 && minutes <= 19) return { procedureCode: '99212', charge: 110 }
  if (minutes >= 20 && minutes <= 29) return { procedureCode: '99213', charge: 150 }
  if (minutes >= 30 && minutes <= 39) return { procedureCode: '99214', charge: 190 }
  if (minutes >= 40) return { procedureCode: '99215', charge: 235 }
  return 'not-supported'
}

/** Finds the payer's approval for the patient, the procedure and the day. */
async function findAuthorization({ session, claim, first }: Rejected): Promise<Correction | Unsent> {
  const payers = parsePayers(await readPage(session, 'payers.txt'))
  const payer = needed(
    payers.find(({ name }) => name === claim.payer.name),
    `the portal of ${claim.payer.name}`,
  )
  const page = await openPortal(session, payer).listPriorAuths({
    status: 'approved',
    patient_member_id: claim.memberId,
    procedure_code: first.procedureCode,
    limit: '100',
  })
  const fits = objectsAt(page, 'data').filter((row) => textAt(row, 'service_date') === claim.serviceDay)
  if (fits.length === 0) return 'no-authorization'
  const authorization = theOnly(fits, `approval for ${claim.serviceDay}`)
  return { authorizationNumber: needed(textAt(authorization, 'auth_number'), 'the number of the approval') }
}

/** Sends a corrected claim, by section 5. With `replaces`, the payer's number of a claim, it replaces that claim. */
async function send(
  session: TaskSession,
  claim: ListedClaim,
  first: SentClaim,
  correction: Correction,
  replaces?: string,
): Promise<void> {
  const corrected = { ...first, ...correction }
  const { authorizationNumber } = corrected
  const answer = await session.clearinghouse.submitClaim({
    payer_id: claim.payer.id,
    patient_id: writeReference(claim.patient),
    patient_account: claim.account,
    diagnosis_codes: corrected.diagnoses.map(withDot),
    place_of_service: corrected.placeOfService,
    frequency: replaces === undefined ? '1' : '7',
    ...(replaces !== undefined && { original_claim_number: replaces }),
    ...(authorizationNumber !== undefined && { authorization_number: authorizationNumber }),
    lines: [
      {
        procedure_code: corrected.procedureCode,
        charge: corrected.charge,
        units: corrected.units,
        date: claim.serviceDay,
      },
    ],
  })
  const [result]: readonly (JsonObject | undefined)[] = objectsAt(answer, 'claims')
  if (result?.accepted !== true) throw new Error(`Expected an accepted claim, got ${JSON.stringify(result)}.`)
}

/** Writes an ICD-10-CM code with its dot, as the JSON calls expect it: `G43.909` for `G43909`. */
function withDot(diagnosis: string): string {
  return /^\w{4,}$/.test(diagnosis) ? `${diagnosis.slice(0, 3)}.${diagnosis.slice(3)}` : diagnosis
}

/** Waits for the remittances of all claims that were sent, by section 6. Returns them by account. */
async function awaitDecisions(
  session: TaskSession,
  before: ClaimTransactions,
  sent: readonly Settled[],
): Promise<ReadonlyMap<string, Remittance>> {
  const old = new Set(before.remittances.map(({ paymentNumber }) => paymentNumber))
  const isDecided = ({ paymentNumber }: Remittance): boolean => !old.has(paymentNumber)
  for (let waits = 0; ; waits++) {
    const { remittances } = await readClaimTransactions(session)
    const decisions = new Map(remittances.filter(isDecided).map((decision) => [decision.account, decision]))
    if (sent.every(({ account }) => decisions.has(account))) return decisions
    if (waits === 3) throw new Error('Expected the decisions within two hours, some are missing.')
    await session.wait({ seconds: 3600 })
  }
}

/** Adds up what the patient owes, in USD. */
function owedBy(decision: Remittance | undefined): number {
  const owed = (decision?.adjustments ?? []).filter(({ group }) => group === 'PR')
  return owed.reduce((sum, { amount }) => sum + amount, 0)
}

function dollars(amount: number): string {
  return amount.toFixed(2)
}
