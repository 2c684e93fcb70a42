import {
  closeVisit,
  copaymentFor,
  copaymentsIn,
  daysAfter,
  daysBetween,
  endedOn,
  findCopayment,
  findReferrals,
  findServiceType,
  fitsVisit,
  isMother,
  numberAt,
  numberOnCard,
  openEligibilityDesk,
  openVisits,
  parseCsv,
  payerOn,
  payerToAsk,
  policiesOn,
  renumbered,
  searchFor,
  textAt,
  type Visit,
  type VisitOutcome,
  wantsReferral,
  writeReference,
} from '@carebench/benchmark-solvers/readers'
import type { FhirJson, JsonObject } from '@carebench/client'
import { newbornDays } from '../../clinic/eligibility.js'
import type { Desk } from '../../desk/desk.js'
import type { Flaws } from '../../desk/flaws.js'

/**
 * Works the visits of a list, with the flaws of a rung of the ladder. Nothing arrives during the work, so `hasty` and
 * `ignoresArrivals` have no effect.
 */
export async function workEligSchedule(desk: Desk, flaws: Flaws): Promise<void> {
  // The chart does not say what a payer would answer.
  if (flaws.recordOnly) return
  const settled: { visit: Visit; outcome: VisitOutcome }[] = []
  const eligibility = await openEligibilityDesk(desk.session)
  for await (const visit of openVisits(eligibility, await findList(desk, flaws))) {
    const outcome = await settle(visit, flaws)
    if (outcome !== undefined) settled.push({ visit, outcome })
  }
  for (const { visit, outcome } of settled) await closeVisit(visit, outcome)
}

/**
 * Finds the number of the list: from the inputs, or by the clinician and the day in the instruction; if `greedy`, by
 * the clinician alone.
 */
async function findList({ session, taskItem }: Desk, { greedy }: Flaws): Promise<string> {
  const given = textAt(taskItem, 'inputs', 'list')
  if (given !== undefined) return given
  const told = textAt(taskItem, 'instruction') ?? ''
  const rows = parseCsv(await session.files.read('inbox/eligibility/lists.csv')).map((row) => Object.values(row))
  const [found] = rows.filter(
    ([, day = '', clinician = '']) => told.includes(clinician) && (greedy || told.includes(day)),
  )
  return found?.[0] ?? ''
}

async function settle(visit: Visit, flaws: Flaws): Promise<VisitOutcome | undefined> {
  const { inquirer, day } = visit
  const { greedy, outdated } = flaws
  const insured = await findInsured(visit, flaws)
  if (insured === undefined) return undefined
  const { person, policy } = insured
  const serviceType = findServiceType(visit)
  const memberId = textAt(policy, 'subscriberId') ?? ''
  // Last year's handbook had other carve-outs.
  const payer = greedy
    ? payerOn(visit, policy).id
    : await payerToAsk(visit, policy, outdated ? daysAfter(day, -365) : day)
  const inquiry = { payer, patient: writeReference(person), memberId, serviceType, day }
  let answer = await inquirer.ask(inquiry)
  let corrected: Pick<VisitOutcome, 'correction'> = {}
  if (statusIn(answer) === 'unknown-member') {
    const card = await numberOnCard(visit, person, policy, greedy ? () => true : undefined)
    if (card === undefined || card === memberId) return { outcome: 'member-not-found' }
    answer = await inquirer.ask({ ...inquiry, memberId: card })
    if (statusIn(answer) === 'unknown-member') return { outcome: 'member-not-found' }
    corrected = renumbered(policy, card)
  }
  if (statusIn(answer) === 'inactive') {
    const end = textAt(answer, 'plan', 'end')
    return end === undefined || end >= day ? { ...corrected, outcome: 'not-started' } : endedOn(policy, end)
  }
  const first = greedy ? copaymentFor(copaymentsIn(answer), serviceType) : undefined
  const copayment = first ?? findCopayment(answer, serviceType)
  const copay = numberAt(copayment, 'amount') ?? 0
  if (person !== visit.patient) return { ...corrected, outcome: 'newborn-under-mother', copay }
  const isReferred = async () => (await findReferrals(visit)).some((referral) => greedy || fitsVisit(visit, referral))
  if (wantsReferral(copayment) && !(await isReferred())) return { ...corrected, outcome: 'referral-missing' }
  return { ...corrected, outcome: 'covered', copay }
}

/** Reads the status in a response; a rejected inquiry means that the payer does not know the member. */
function statusIn(answer: JsonObject): 'active' | 'inactive' | 'unknown-member' {
  const status = textAt(answer, 'status')
  return status === 'active' || status === 'inactive' ? status : 'unknown-member'
}

/**
 * Finds the policy of the patient on the day, or that of a newborn's mother. If `greedy`, takes the first active
 * policy, and the first relative.
 */
async function findInsured({ session, patient, day }: Visit, { greedy }: Flaws) {
  const policiesOf = async (person: FhirJson) =>
    greedy
      ? searchFor(session, 'Coverage', { beneficiary: writeReference(person), status: 'active' })
      : policiesOn(session, person, day)
  const [own] = await policiesOf(patient)
  if (own !== undefined) return { person: patient, policy: own }
  if (!greedy && daysBetween(textAt(patient, 'birthDate') ?? '', day) > newbornDays) return undefined
  const relatives = await searchFor(session, 'RelatedPerson', { patient: writeReference(patient) })
  const relative = greedy ? relatives[0] : relatives.find(isMother)
  const number = textAt(relative, 'identifier', 0, 'value') ?? '-'
  const [person] = await searchFor(session, 'Patient', { identifier: number })
  const [policy] = person === undefined ? [] : await policiesOf(person)
  return person === undefined || policy === undefined ? undefined : { person, policy }
}
