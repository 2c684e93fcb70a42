import type { FhirJson, JsonObject, TaskSession } from '@carebench/client'
import { daysBetween, searchFor, theOnly, writeReference } from './chart.js'
import { readStatus } from './eligibility-inquiry.js'
import {
  closeVisit,
  endedOn,
  findCopayment,
  findReferrals,
  findServiceType,
  fitsVisit,
  isMother,
  numberOnCard,
  openEligibilityDesk,
  openVisits,
  payerToAsk,
  policiesOn,
  renumbered,
  type Visit,
  type VisitOutcome,
  wantsReferral,
} from './eligibility-visit.js'
import { needed, numberAt, textAt } from './json.js'
import type { Solver } from './solver.js'

/** A policy with the insured person: the patient of the visit, or the mother of a newborn. */
interface Insured {
  readonly person: FhirJson
  readonly policy: FhirJson
  readonly isNewborn: boolean
}

/** Finds out for each visit of a list whether a payer covers it, and what the patient pays. */
export const eligSchedule: Solver = {
  family: 'elig-schedule',
  async solve(session) {
    const settled: { visit: Visit; outcome: VisitOutcome }[] = []
    const desk = await openEligibilityDesk(session)
    for await (const visit of openVisits(desk, await findList(session))) {
      settled.push({ visit, outcome: await settle(visit) })
    }
    // Step 5: nothing is written before all visits have been asked about.
    for (const { visit, outcome } of settled) await closeVisit(visit, outcome)
    return undefined
  },
}

/** Returns the number of the list: that among the inputs, or that of the clinician and the day in the instruction. */
async function findList(session: TaskSession): Promise<string> {
  const item = needed(session.taskItem ?? undefined, 'a task item')
  const given = textAt(item, 'inputs', 'list')
  if (given !== undefined) return given
  const instruction = textAt(item, 'instruction') ?? ''
  const rows = (await session.files.read('inbox/eligibility/lists.csv')).split(/\r?\n/).slice(1)
  const named = rows
    .map((row) => row.split(','))
    .filter(([, day, clinician]) => [day, clinician].every((cell) => cell !== undefined && instruction.includes(cell)))
  return needed(theOnly(named, 'list of the clinician and the day')[0], 'the number of the list')
}

async function settle(visit: Visit): Promise<VisitOutcome> {
  const { inquirer, day } = visit
  const { person, policy, isNewborn } = await findInsured(visit)
  const serviceType = findServiceType(visit)
  const payer = await payerToAsk(visit, policy, day)
  const memberId = needed(textAt(policy, 'subscriberId'), 'the member number of the policy')
  const inquiry = { payer, patient: writeReference(person), memberId, serviceType, day }
  let answer = await inquirer.ask(inquiry)
  let correction: Pick<VisitOutcome, 'correction'> = {}
  if (readStatus(answer) === 'unknown-member') {
    const card = await numberOnCard(visit, person, policy)
    if (card === undefined || card === memberId) return { outcome: 'member-not-found' }
    answer = await inquirer.ask({ ...inquiry, memberId: card })
    if (readStatus(answer) === 'unknown-member') return { outcome: 'member-not-found' }
    correction = renumbered(policy, card)
  }
  if (readStatus(answer) === 'inactive') return { ...correction, ...whyInactive(visit, policy, answer) }
  const copayment = findCopayment(answer, serviceType)
  const copay = numberAt(copayment, 'amount') ?? 0
  if (isNewborn) return { ...correction, outcome: 'newborn-under-mother', copay }
  const isReferred = async () =>
    (await findReferrals(visit, { status: 'active' })).some((referral) => fitsVisit(visit, referral))
  if (wantsReferral(copayment) && !(await isReferred())) return { ...correction, outcome: 'referral-missing' }
  return { ...correction, outcome: 'covered', copay }
}

/** Finds the policy for a visit, by step 3 of `eligibility.txt`. */
async function findInsured({ session, patient, day }: Visit): Promise<Insured> {
  const own = await policiesOn(session, patient, day)
  const age = daysBetween(textAt(patient, 'birthDate') ?? '', day)
  if (own.length > 0 || age > 30) return { person: patient, policy: theOnly(own, `policy on ${day}`), isNewborn: false }
  const relatives = await searchFor(session, 'RelatedPerson', { patient: writeReference(patient) })
  const mother = theOnly(relatives.filter(isMother), 'mother of the newborn')
  const number = needed(textAt(mother, 'identifier', 0, 'value'), 'the record number of the mother')
  const person = theOnly(await searchFor(session, 'Patient', { identifier: number }), `patient ${number}`)
  const policy = theOnly(await policiesOn(session, person, day), `policy of the mother on ${day}`)
  return { person, policy, isNewborn: true }
}

function whyInactive({ day }: Visit, policy: FhirJson, answer: JsonObject): VisitOutcome {
  const end = textAt(answer, 'plan', 'end')
  const begin = textAt(answer, 'plan', 'begin')
  if (end !== undefined && end < day) return endedOn(policy, end)
  if (begin !== undefined && begin > day) return { outcome: 'not-started' }
  throw new Error(`Expected a plan that ended before ${day} or begins after it, got ${JSON.stringify(answer.plan)}.`)
}
