import {
  activePolicies,
  type Coordination,
  type CoordinationCase,
  findPatient,
  households,
  includesDay,
  monthsAfter,
  type Parent,
  parentIn,
  parseQuestionnaire,
  policyOfRelative,
  type ReadPaper,
  readClearinghousePayers,
  readName,
  readPapers,
  readReference,
  readText,
  recordCoordination,
  searchFor,
  subscriberBirth,
  textAt,
  writeReference,
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

/**
 * Works the coordination of benefits of a patient, with the flaws of a rung of the ladder. Nothing arrives during the
 * work, so `hasty` and `ignoresArrivals` have no effect.
 */
export async function workCobOrder(desk: Desk, flaws: Flaws): Promise<void> {
  const { session } = desk
  const today = textAt(desk.taskItem, 'inputs', 'today') ?? ''
  const patient = flaws.greedy ? await firstPatient(desk) : await findPatient(session)
  if (patient === undefined) return
  const items = await searchFor(session, 'Task', { patient: writeReference(patient), status: 'requested' })
  const item = items.find((one) => flaws.greedy || textAt(one, 'code', 'text') === 'Coordination of benefits')
  const all = await searchFor(session, 'Coverage', { beneficiary: writeReference(patient) })
  const policies = all
    .filter(({ period, status }) =>
      flaws.greedy ? status === 'active' : includesDay(period as JsonObject | undefined, today),
    )
    .slice(0, 2)
  if (item === undefined || policies.length < 2) return
  const decided = await decide({ session, today, patient, policies }, flaws)
  if (decided !== undefined) await recordCoordination(session, item, decided)
}

/** What follows from the documents. Without a document, the questionnaire decides. */
type Decided = Omit<Coordination, 'document'> & Partial<Pick<Coordination, 'document'>>

async function decide(work: CoordinationCase, flaws: Flaws): Promise<Coordination | undefined> {
  const { session, policies } = work
  const [paper] = await findPapers(work, 'questionnaire', flaws)
  if (paper === undefined) return undefined
  const { document } = paper
  const active = flaws.recordOnly ? policies : await activePolicies(work, await readClearinghousePayers(session))
  if (active.length === 1) return { reason: 'single-coverage', order: active, document }
  const payers = await Promise.all(
    policies.map((policy) => readReference(session, textAt(policy, 'payor', 0, 'reference'), 'a payer')),
  )
  const medicare = policies[payers.findIndex(({ name }) => /medicare/i.test(String(name)))]
  const form = parseQuestionnaire(paper.text)
  const decided =
    medicare === undefined ? decideForChild(work, form, flaws) : decideWithMedicare(work, medicare, form, flaws)
  return { document, ...(await decided) }
}

type Form = ReturnType<typeof parseQuestionnaire>

async function decideForChild(work: CoordinationCase, form: Form, flaws: Flaws): Promise<Decided> {
  const custody = form(/custody/)
  if (form(/court order/).startsWith('yes')) {
    const order = await courtOrder(work, flaws)
    const names = order && parentIn(readBody(order))
    return order === undefined || names === undefined
      ? { reason: 'fact-missing', order: [], missing: 'court-order' }
      : { ...pays(work, await findPolicy(work, names, flaws), 'court-order'), document: order.document }
  }
  if (form(/live together/).startsWith('yes') || custody.includes('joint')) {
    return pays(work, await policyByBirthday(work, flaws), 'birthday-rule')
  }
  const parent = parentIn(custody)
  return parent === undefined
    ? { reason: 'fact-missing', order: [], missing: 'custody' }
    : pays(work, await findPolicy(work, parent, flaws), 'custodial-parent')
}

async function decideWithMedicare(
  work: CoordinationCase,
  medicare: FhirJson,
  form: Form,
  flaws: Flaws,
): Promise<Decided> {
  const plan = work.policies.find((policy) => policy !== medicare)
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

/**
 * Months for which, in last year's handbook, the plan of an employer paid before Medicare after kidney failure. That
 * handbook also had one minimum number of employees, for age and for disability.
 */
const formerKidneyMonths = 18

function pays({ policies }: CoordinationCase, first: FhirJson | undefined, reason: CoordinationReason): Decided {
  return { reason, order: first === undefined ? [] : [first, ...policies.filter((policy) => policy !== first)] }
}

/** Finds the court order about this child that was entered last; if `greedy`, the one scanned last, about any child. */
async function courtOrder(work: CoordinationCase, flaws: Flaws): Promise<ReadPaper | undefined> {
  const papers = await findPapers(work, 'court-order', flaws)
  return papers.find((paper) => flaws.greedy || readBody(paper).includes(readName(work.patient)))
}

function readBody({ text }: ReadPaper): string {
  return text.slice(text.indexOf('\n\n'))
}

/**
 * Resolves with the documents of a type, the one that counts first; if `greedy`, the one scanned last first, whether
 * final or not.
 */
async function findPapers(
  work: CoordinationCase,
  type: 'questionnaire' | 'court-order',
  { greedy }: Flaws,
): Promise<readonly ReadPaper[]> {
  if (!greedy) return readPapers(work, type)
  const { session, patient } = work
  const found = await searchFor(session, 'DocumentReference', {
    patient: writeReference(patient),
    type,
    _sort: '-date',
  })
  return Promise.all(found.map(async (document) => ({ document, text: await readText(session, document) })))
}

/**
 * Resolves with the policy of a parent or, unless `greedy`, of the stepfather; if there is none, with the first policy.
 */
async function findPolicy(work: CoordinationCase, parent: Parent, { greedy }: Flaws): Promise<FhirJson | undefined> {
  const kinds = households[parent]
  return (await policyOfRelative(work, greedy ? kinds.slice(0, 1) : kinds)) ?? work.policies[0]
}

/**
 * Resolves with the policy of the subscriber with the earlier birthday in the year; if `greedy`, of the older
 * subscriber.
 */
async function policyByBirthday(work: CoordinationCase, { greedy }: Flaws): Promise<FhirJson | undefined> {
  const birthdays = await Promise.all(
    work.policies.map(async (policy) => ({
      policy,
      born: (await subscriberBirth(work, policy)).slice(greedy ? 0 : 5),
    })),
  )
  return birthdays.toSorted((one, other) => one.born.localeCompare(other.born))[0]?.policy
}
