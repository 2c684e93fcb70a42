import type { FhirJson, JsonObject } from '@carebench/client'
import { findPatient, includesDay, readName, searchFor, theOnly, writeReference } from './chart.js'
import {
  activePolicies,
  type Coordination,
  type CoordinationCase,
  findClearinghousePayer,
  households,
  monthsAfter,
  type Parent,
  parentIn,
  parseQuestionnaire,
  policyOfRelative,
  type ReadPaper,
  readPapers,
  recordCoordination,
  subscriberBirth,
} from './coordination.js'
import { readClearinghousePayers } from './eligibility-inquiry.js'
import { needed, textAt } from './json.js'
import type { Solver } from './solver.js'

interface Case extends CoordinationCase {
  readonly policies: readonly [FhirJson, FhirJson]
}

/** A decision. It is based on the questionnaire if it names no other document. */
type Decided = Omit<Coordination, 'document'> & Partial<Pick<Coordination, 'document'>>

/** Determines which of two policies of a patient pays first. */
export const cobOrder: Solver = {
  family: 'cob-order',
  async solve(session) {
    const today = needed(textAt(session.taskItem ?? undefined, 'inputs', 'today'), 'the day among the inputs')
    const patient = await findPatient(session)
    const items = await searchFor(session, 'Task', { patient: writeReference(patient), status: 'requested' })
    const item = theOnly(
      items.filter((one) => textAt(one, 'code', 'text') === 'Coordination of benefits'),
      'work item about the coordination of benefits',
    )
    const inForce = (await searchFor(session, 'Coverage', { beneficiary: writeReference(patient) })).filter((policy) =>
      includesDay(policy.period as JsonObject | undefined, today),
    )
    const [one, other] = inForce
    if (one === undefined || other === undefined || inForce.length > 2) {
      throw new Error(`Expected two policies on ${today}, found ${inForce.length}.`)
    }
    await recordCoordination(session, item, await decide({ session, today, patient, policies: [one, other] }))
    return undefined
  },
}

async function decide(work: Case): Promise<Coordination> {
  const { session, policies } = work
  const payers = await readClearinghousePayers(session)
  const active = await activePolicies(work, payers)
  const [paper] = await readPapers(work, 'questionnaire')
  const form = needed(paper, 'a signed questionnaire')
  const { document } = form
  if (active.length < 2) return { reason: 'single-coverage', order: [theOnly(active, 'policy in force')], document }
  const medicare = policies.find((policy) => findClearinghousePayer(payers, policy).kind === 'medicare')
  return {
    document,
    ...(await (medicare === undefined ? decideForChild(work, form) : decideWithMedicare(work, medicare, form))),
  }
}

/** Decides by section 4 of the handbook's page, about children of two insured parents. */
async function decideForChild(work: Case, { text }: ReadPaper): Promise<Decided> {
  const form = parseQuestionnaire(text)
  const together = form(/live together/)
  const custody = form(/custody/)
  if (isYes(form(/court order/))) {
    const order = await courtOrder(work)
    if (order === undefined) return missing('court-order')
    const parent = needed(parentIn(order.text.slice(order.text.indexOf('\n\n'))), 'a parent in the court order')
    return { ...pays(work, await findPolicy(work, parent), 'court-order'), document: order.document }
  }
  if (isYes(together) || /\bjoint/.test(custody)) return pays(work, await policyByBirthday(work), 'birthday-rule')
  const parent = parentIn(custody)
  return parent === undefined ? missing('custody') : pays(work, await findPolicy(work, parent), 'custodial-parent')
}

/** Decides by section 5 of the handbook's page, about Medicare and a plan of an employer. */
async function decideWithMedicare(work: Case, medicare: FhirJson, { text }: ReadPaper): Promise<Decided> {
  const employer = theOnly(
    work.policies.filter((policy) => policy !== medicare),
    'plan of an employer',
  )
  const form = parseQuestionnaire(text)
  const cause = form(/why.*medicare/)
  if (/kidney|renal|esrd/.test(cause)) {
    const since = needed(/\d{4}-\d{2}-\d{2}/.exec(form(/since when/))?.[0], 'the day on which Medicare began')
    return work.today < monthsAfter(since, 30)
      ? pays(work, employer, 'employer-plan-first')
      : pays(work, medicare, 'medicare-first')
  }
  const fewest = /disab/.test(cause) ? 100 : 20
  const employment = form(/work there now/)
  if (!/\b(working|works|yes|employed)\b/.test(employment) || /\b(no|not|retired|cobra)\b/.test(employment)) {
    return pays(work, medicare, 'medicare-first')
  }
  const size = /\d[\d,]*/.exec(form(/how many employees/))?.[0].replaceAll(',', '')
  if (size === undefined) return missing('employer-size')
  return Number(size) >= fewest ? pays(work, employer, 'employer-plan-first') : pays(work, medicare, 'medicare-first')
}

function missing(fact: NonNullable<Coordination['missing']>): Decided {
  return { reason: 'fact-missing', order: [], missing: fact }
}

function pays({ policies }: Case, first: FhirJson, reason: string): Decided {
  return { reason, order: [first, ...policies.filter((policy) => policy !== first)] }
}

/** Finds the court order about this child that was entered last. */
async function courtOrder(work: Case): Promise<ReadPaper | undefined> {
  const name = readName(work.patient)
  const orders = await readPapers(work, 'court-order')
  return orders.find(({ text }) => text.slice(text.indexOf('\n\n')).includes(name))
}

function isYes(answer: string): boolean {
  return answer.startsWith('yes')
}

/** Finds the policy of a parent, or else of the step-parent who is married to that parent. */
async function findPolicy(work: Case, parent: Parent): Promise<FhirJson> {
  return needed(await policyOfRelative(work, households[parent]), `a policy of the ${parent} or the step-parent`)
}

/** Returns the policy of the subscriber whose birthday is earlier in the year. */
async function policyByBirthday(work: Case): Promise<FhirJson> {
  const [one, other] = work.policies
  const first = (await subscriberBirth(work, one)).slice(5)
  const second = (await subscriberBirth(work, other)).slice(5)
  if (first === second) throw new Error(`Expected birthdays that differ, got ${first} twice.`)
  return first < second ? one : other
}
