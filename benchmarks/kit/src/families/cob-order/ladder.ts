import {
  codeIn,
  findPatient,
  Inquirer,
  idOf,
  includesDay,
  nameOf,
  objectsAt,
  readClearinghousePayers,
  readReference,
  readText,
  referenceOf,
  searchFor,
  statusOf,
  textAt,
} from '@carebench/benchmark-solvers/readers'
import type { FhirJson, JsonObject, TaskSession } from '@carebench/client'
import {
  type CoordinationReason,
  coordinationReasonSystem,
  coordinationReasons,
  employeesByAge,
  employeesByDisability,
  kidneyMonths,
  type MissingFact,
  missingFactSystem,
} from '../../clinic/coordination.js'
import type { Desk } from '../../desk/desk.js'
import { firstPatient } from '../../desk/first-match.js'
import type { Flaws } from '../../desk/flaws.js'

interface Case {
  readonly session: TaskSession
  readonly today: string
  readonly patient: FhirJson
  readonly policies: readonly FhirJson[]
}

interface Decision {
  readonly reason: CoordinationReason
  readonly first?: FhirJson | undefined
  readonly missing?: MissingFact
}

type Parent = 'mother' | 'father'

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
  const decision = await decide({ session, today, patient, policies }, flaws)
  await close(session, item, decision, policies)
}

async function decide(work: Case, flaws: Flaws): Promise<Decision> {
  const active = flaws.recordOnly ? work.policies : await activePolicies(work)
  const [only] = active
  if (active.length === 1) return { reason: 'single-coverage', first: only }
  const payers = await Promise.all(
    work.policies.map((policy) => readReference(work.session, textAt(policy, 'payor', 0, 'reference'), 'a payer')),
  )
  const medicare = work.policies[payers.findIndex(({ name }) => /medicare/i.test(String(name)))]
  return medicare === undefined ? decideForChild(work, flaws) : decideWithMedicare(work, medicare, flaws)
}

/** The policies that their payers know to be active today. */
async function activePolicies({ session, today, patient, policies }: Case): Promise<readonly FhirJson[]> {
  const payers = await readClearinghousePayers(session)
  const inquirer = new Inquirer(session)
  const active: FhirJson[] = []
  for (const policy of policies) {
    const payer = payers.find(({ organization }) => organization === textAt(policy, 'payor', 0, 'reference'))
    const memberId = textAt(policy, 'subscriberId') ?? ''
    const inquiry = { payer: payer?.id ?? '', patient: referenceOf(patient), memberId, serviceType: '30', day: today }
    if (statusOf(await inquirer.ask(inquiry)) === 'active') active.push(policy)
  }
  return active
}

async function decideForChild(work: Case, flaws: Flaws): Promise<Decision> {
  const form = await readQuestionnaire(work, flaws)
  const custody = form(/custody/)
  if (form(/court order/).startsWith('yes')) {
    const names = await parentInCourtOrder(work, flaws)
    return names === undefined
      ? { reason: 'fact-missing', missing: 'court-order' }
      : { reason: 'court-order', first: await policyOf(work, names, flaws) }
  }
  if (form(/live together/).startsWith('yes') || custody.includes('joint')) {
    return { reason: 'birthday-rule', first: await policyByBirthday(work, flaws) }
  }
  const parent = parentIn(custody)
  return parent === undefined
    ? { reason: 'fact-missing', missing: 'custody' }
    : { reason: 'custodial-parent', first: await policyOf(work, parent, flaws) }
}

async function decideWithMedicare(work: Case, medicare: FhirJson, flaws: Flaws): Promise<Decision> {
  const plan = work.policies.find((policy) => policy !== medicare)
  const form = await readQuestionnaire(work, flaws)
  const cause = form(/why.*medicare/)
  const first = (isPlan: boolean): Decision =>
    isPlan ? { reason: 'employer-plan-first', first: plan } : { reason: 'medicare-first', first: medicare }
  if (cause.includes('kidney')) {
    const since = new Date(`${/\d{4}-\d{2}-\d{2}/.exec(form(/since when/))?.[0] ?? work.today}T00:00:00Z`)
    since.setUTCMonth(since.getUTCMonth() + (flaws.outdated ? formerKidneyMonths : kidneyMonths))
    return first(work.today < since.toISOString().slice(0, 10))
  }
  if (!form(/work there now/).startsWith('working')) return first(false)
  const size = /\d+/.exec(form(/how many employees/))?.[0]
  if (size === undefined) return { reason: 'fact-missing', missing: 'employer-size' }
  const fewest = cause.includes('disab') && !flaws.outdated ? employeesByDisability : employeesByAge
  return first(Number(size) >= fewest)
}

/** The handbook of last year gave the plan of an employer 18 months, and had one number of employees for age and disability. */
const formerKidneyMonths = 18

/** The newest final questionnaire, greedily the newest of any status: the answer, in lower case, to the question that matches. */
async function readQuestionnaire(work: Case, flaws: Flaws): Promise<(question: RegExp) => string> {
  const [text = ''] = await readDocuments(work, 'questionnaire', flaws)
  const lines = text.toLowerCase().split('\n')
  return (question) => {
    const line = lines.find((one) => one.includes('?') && question.test(one.slice(0, one.indexOf('?')))) ?? '?'
    return line.slice(line.indexOf('?') + 1).trim()
  }
}

/** The parent in the newest final order about this child; greedily, in the newest one. */
async function parentInCourtOrder(work: Case, flaws: Flaws): Promise<Parent | undefined> {
  for (const text of await readDocuments(work, 'court-order', flaws)) {
    const body = text.slice(text.indexOf('\n\n'))
    if (flaws.greedy || body.includes(nameOf(work.patient))) return parentIn(body)
  }
  return undefined
}

async function readDocuments({ session, patient }: Case, type: string, { greedy }: Flaws): Promise<readonly string[]> {
  const found = await searchFor(session, 'DocumentReference', { patient: referenceOf(patient), type, _sort: '-date' })
  const counting = found.filter((document) => greedy || textAt(document, 'docStatus') === 'final')
  return Promise.all(counting.map((document) => readText(session, document)))
}

function parentIn(text: string): Parent | undefined {
  const named = new Set(Array.from(text.toLowerCase().matchAll(/\b(mother|father)\b/g), ([parent]) => parent as Parent))
  return named.size === 1 ? [...named][0] : undefined
}

/** The policy of a parent, or of the step-parent; greedily, of the other policies none is looked at. */
async function policyOf(
  { session, patient, policies }: Case,
  parent: Parent,
  { greedy }: Flaws,
): Promise<FhirJson | undefined> {
  const relatives = await searchFor(session, 'RelatedPerson', { patient: referenceOf(patient) })
  for (const kind of parent === 'mother' ? ['MTH', 'STPFTH'] : ['FTH', 'STPMTH']) {
    const relative = relatives.find((one) =>
      objectsAt(one, 'relationship').some((is) => codeIn(is, () => true) === kind),
    )
    const number = textAt(relative, 'identifier', 0, 'value')
    const [person] = number === undefined ? [] : await searchFor(session, 'Patient', { identifier: number })
    const policy = policies.find((one) => person && textAt(one, 'subscriber', 'reference') === referenceOf(person))
    if (policy !== undefined) return policy
    if (greedy) break
  }
  return policies[0]
}

/** The policy of the subscriber with the earlier birthday in the year; greedily, of the older subscriber. */
async function policyByBirthday({ session, policies }: Case, { greedy }: Flaws): Promise<FhirJson | undefined> {
  const birthdays = await Promise.all(
    policies.map(async (policy) => {
      const subscriber = await readReference(session, textAt(policy, 'subscriber', 'reference'), 'a subscriber')
      return { policy, born: (textAt(subscriber, 'birthDate') ?? '').slice(greedy ? 0 : 5) }
    }),
  )
  return birthdays.toSorted((one, other) => one.born.localeCompare(other.born))[0]?.policy
}

async function close(
  session: TaskSession,
  item: FhirJson,
  decision: Decision,
  policies: readonly FhirJson[],
): Promise<void> {
  const { reason, first, missing } = decision
  const second = reason === 'single-coverage' ? undefined : policies.find((policy) => policy !== first)
  for (const [index, policy] of (first === undefined ? [] : [first, second]).entries()) {
    if (policy === undefined) continue
    await session.fhir.patch('Coverage', idOf(policy), [{ op: 'add', path: '/order', value: index + 1 }])
  }
  const concept = (system: string, code: string) => ({ coding: [{ system, code }] })
  await session.fhir.patch('Task', idOf(item), [
    { op: 'replace', path: '/status', value: coordinationReasons[reason].status },
    { op: 'add', path: '/businessStatus', value: concept(coordinationReasonSystem, reason) },
    ...(missing === undefined
      ? []
      : [{ op: 'add', path: '/statusReason', value: concept(missingFactSystem, missing) }]),
  ])
}
