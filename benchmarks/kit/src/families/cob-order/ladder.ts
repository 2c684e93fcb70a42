import {
  activePolicies,
  type Coordination,
  type CoordinationCase,
  findPatient,
  households,
  includesDay,
  monthsAfter,
  nameOf,
  type Parent,
  parentIn,
  parseQuestionnaire,
  policyOfRelative,
  readClearinghousePayers,
  readPapers,
  readReference,
  recordCoordination,
  referenceOf,
  searchFor,
  subscriberBirth,
  textAt,
} from '@carebench/benchmark-solvers/readers'
import type { FhirJson, JsonObject } from '@carebench/client'
import {
  type CoordinationReason,
  employeesByAge,
  employeesByDisability,
  kidneyMonths,
} from '../../clinic/coordination.js'
import type { Desk } from '../../desk/desk.js'
import { firstPatient } from '../../desk/first-match.js'
import type { Flaws } from '../../desk/flaws.js'

/** Works the coordination of benefits of a patient, as the rungs of the ladder do. Nothing here has to be waited for. */
export async function workCobOrder(desk: Desk, flaws: Flaws): Promise<void> {
  const { session } = desk
  const today = textAt(desk.taskItem, 'inputs', 'today') ?? ''
  const patient = flaws.greedy ? await firstPatient(desk) : await findPatient(session)
  if (patient === undefined) return
  const items = await searchFor(session, 'Task', { patient: referenceOf(patient), status: 'requested' })
  const item = items.find((one) => flaws.greedy || textAt(one, 'code', 'text') === 'Coordination of benefits')
  const all = await searchFor(session, 'Coverage', { beneficiary: referenceOf(patient) })
  const policies = all
    .filter(({ period, status }) =>
      flaws.greedy ? status === 'active' : includesDay(period as JsonObject | undefined, today),
    )
    .slice(0, 2)
  if (item === undefined || policies.length < 2) return
  await recordCoordination(session, item, await decide({ session, today, patient, policies }, flaws))
}

async function decide(work: CoordinationCase, flaws: Flaws): Promise<Coordination> {
  const { session, policies } = work
  const active = flaws.recordOnly ? policies : await activePolicies(work, await readClearinghousePayers(session))
  if (active.length === 1) return { reason: 'single-coverage', order: active }
  const payers = await Promise.all(
    policies.map((policy) => readReference(session, textAt(policy, 'payor', 0, 'reference'), 'a payer')),
  )
  const medicare = policies[payers.findIndex(({ name }) => /medicare/i.test(String(name)))]
  return medicare === undefined ? decideForChild(work, flaws) : decideWithMedicare(work, medicare, flaws)
}

async function decideForChild(work: CoordinationCase, flaws: Flaws): Promise<Coordination> {
  const form = await readQuestionnaire(work, flaws)
  const custody = form(/custody/)
  if (form(/court order/).startsWith('yes')) {
    const names = await parentInCourtOrder(work, flaws)
    return names === undefined
      ? { reason: 'fact-missing', order: [], missing: 'court-order' }
      : pays(work, await policyOf(work, names, flaws), 'court-order')
  }
  if (form(/live together/).startsWith('yes') || custody.includes('joint')) {
    return pays(work, await policyByBirthday(work, flaws), 'birthday-rule')
  }
  const parent = parentIn(custody)
  return parent === undefined
    ? { reason: 'fact-missing', order: [], missing: 'custody' }
    : pays(work, await policyOf(work, parent, flaws), 'custodial-parent')
}

async function decideWithMedicare(work: CoordinationCase, medicare: FhirJson, flaws: Flaws): Promise<Coordination> {
  const plan = work.policies.find((policy) => policy !== medicare)
  const form = await readQuestionnaire(work, flaws)
  const cause = form(/why.*medicare/)
  const first = (isPlan: boolean) =>
    isPlan ? pays(work, plan, 'employer-plan-first') : pays(work, medicare, 'medicare-first')
  if (cause.includes('kidney')) {
    const since = /\d{4}-\d{2}-\d{2}/.exec(form(/since when/))?.[0] ?? work.today
    return first(work.today < monthsAfter(since, flaws.outdated ? formerKidneyMonths : kidneyMonths))
  }
  if (!form(/work there now/).startsWith('working')) return first(false)
  const size = /\d+/.exec(form(/how many employees/))?.[0]
  if (size === undefined) return { reason: 'fact-missing', order: [], missing: 'employer-size' }
  const fewest = cause.includes('disab') && !flaws.outdated ? employeesByDisability : employeesByAge
  return first(Number(size) >= fewest)
}

/** The handbook of last year gave the plan of an employer 18 months, and had one number of employees for age and disability. */
const formerKidneyMonths = 18

function pays({ policies }: CoordinationCase, first: FhirJson | undefined, reason: CoordinationReason): Coordination {
  return { reason, order: first === undefined ? [] : [first, ...policies.filter((policy) => policy !== first)] }
}

/** The newest final questionnaire, greedily the newest of any status. */
async function readQuestionnaire(work: CoordinationCase, flaws: Flaws): Promise<(question: RegExp) => string> {
  const [text = ''] = await readDocuments(work, 'questionnaire', flaws)
  return parseQuestionnaire(text)
}

/** The parent in the newest final order about this child; greedily, in the newest one. */
async function parentInCourtOrder(work: CoordinationCase, flaws: Flaws): Promise<Parent | undefined> {
  for (const text of await readDocuments(work, 'court-order', flaws)) {
    const body = text.slice(text.indexOf('\n\n'))
    if (flaws.greedy || body.includes(nameOf(work.patient))) return parentIn(body)
  }
  return undefined
}

function readDocuments(work: CoordinationCase, type: 'questionnaire' | 'court-order', { greedy }: Flaws) {
  return greedy ? readPapers(work, type, () => true) : readPapers(work, type)
}

/** The policy of a parent, or of the step-parent; greedily, of the other policies none is looked at. */
async function policyOf(work: CoordinationCase, parent: Parent, { greedy }: Flaws): Promise<FhirJson | undefined> {
  const kinds = households[parent]
  return (await policyOfRelative(work, greedy ? kinds.slice(0, 1) : kinds)) ?? work.policies[0]
}

/** The policy of the subscriber with the earlier birthday in the year; greedily, of the older subscriber. */
async function policyByBirthday(work: CoordinationCase, { greedy }: Flaws): Promise<FhirJson | undefined> {
  const birthdays = await Promise.all(
    work.policies.map(async (policy) => ({
      policy,
      born: (await subscriberBirth(work, policy)).slice(greedy ? 0 : 5),
    })),
  )
  return birthdays.toSorted((one, other) => one.born.localeCompare(other.born))[0]?.policy
}
