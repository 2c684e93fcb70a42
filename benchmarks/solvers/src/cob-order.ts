import type { FhirJson, JsonObject, TaskSession } from '@carebench/client'
import {
  codeIn,
  findPatient,
  idOf,
  includesDay,
  nameOf,
  readReference,
  readText,
  referenceOf,
  searchFor,
  theOnly,
} from './chart.js'
import { type ClearinghousePayer, Inquirer, readClearinghousePayers, statusOf } from './eligibility-inquiry.js'
import { needed, objectsAt, textAt } from './json.js'
import type { Solver } from './solver.js'

interface Case {
  readonly session: TaskSession
  /** `YYYY-MM-DD`. */
  readonly today: string
  readonly patient: FhirJson
  readonly policies: readonly [FhirJson, FhirJson]
}

/** The policy that pays first with the reason, or the fact that is missing. */
type Decision =
  | { readonly reason: string; readonly first: FhirJson; readonly second?: FhirJson }
  | { readonly missing: 'custody' | 'court-order' | 'employer-size' }

type Parent = 'mother' | 'father'

const wholePlan = '30'
const reasonSystem = 'https://carebench.example.org/coordination-reason'
const factSystem = 'https://carebench.example.org/missing-fact'

/** Of two policies of a patient, which one pays first. */
export const cobOrder: Solver = {
  family: 'cob-order',
  async solve(session) {
    const today = needed(textAt(session.taskItem ?? undefined, 'inputs', 'today'), 'the day among the inputs')
    const patient = await findPatient(session)
    const items = await searchFor(session, 'Task', { patient: referenceOf(patient), status: 'requested' })
    const item = theOnly(
      items.filter((one) => textAt(one, 'code', 'text') === 'Coordination of benefits'),
      'work item about the coordination of benefits',
    )
    const inForce = (await searchFor(session, 'Coverage', { beneficiary: referenceOf(patient) })).filter((policy) =>
      includesDay(policy.period as JsonObject | undefined, today),
    )
    const [one, other] = inForce
    if (one === undefined || other === undefined || inForce.length > 2) {
      throw new Error(`Expected two policies on ${today}, found ${inForce.length}.`)
    }
    await close(session, item, await decide({ session, today, patient, policies: [one, other] }))
    return undefined
  },
}

async function decide(work: Case): Promise<Decision> {
  const { session, today, patient, policies } = work
  const payers = await readClearinghousePayers(session)
  const inquirer = new Inquirer(session)
  const active: FhirJson[] = []
  for (const policy of policies) {
    const answer = await inquirer.ask({
      payer: payerOf(payers, policy).id,
      patient: referenceOf(patient),
      memberId: needed(textAt(policy, 'subscriberId'), 'the member number of the policy'),
      serviceType: wholePlan,
      day: today,
    })
    if (statusOf(answer) === 'active') active.push(policy)
  }
  if (active.length < 2) return { reason: 'single-coverage', first: theOnly(active, 'policy in force') }
  const medicare = policies.find((policy) => payerOf(payers, policy).kind === 'medicare')
  return medicare === undefined ? decideForChild(work) : decideWithMedicare(work, medicare)
}

function payerOf(payers: readonly ClearinghousePayer[], policy: FhirJson): ClearinghousePayer {
  const organization = textAt(policy, 'payor', 0, 'reference')
  return needed(
    payers.find((payer) => payer.organization === organization),
    `${organization} in the clearinghouse`,
  )
}

/** Section 4. */
async function decideForChild(work: Case): Promise<Decision> {
  const form = await readQuestionnaire(work)
  const together = form(/live together/)
  const custody = form(/custody/)
  if (isYes(form(/court order/))) {
    const parent = await parentInCourtOrder(work)
    return parent === undefined ? { missing: 'court-order' } : pays(work, await policyOf(work, parent), 'court-order')
  }
  if (isYes(together) || /\bjoint/.test(custody)) return pays(work, await policyByBirthday(work), 'birthday-rule')
  const parent = parentIn(custody)
  return parent === undefined ? { missing: 'custody' } : pays(work, await policyOf(work, parent), 'custodial-parent')
}

/** Section 5. */
async function decideWithMedicare(work: Case, medicare: FhirJson): Promise<Decision> {
  const employer = theOnly(
    work.policies.filter((policy) => policy !== medicare),
    'plan of an employer',
  )
  const form = await readQuestionnaire(work)
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
  if (size === undefined) return { missing: 'employer-size' }
  return Number(size) >= fewest ? pays(work, employer, 'employer-plan-first') : pays(work, medicare, 'medicare-first')
}

function pays({ policies }: Case, first: FhirJson, reason: string): Decision {
  const second = policies.find((policy) => policy !== first)
  return { reason, first, ...(second && { second }) }
}

/** The newest final questionnaire: the answer, in lower case, to the question that matches; empty if there is none. */
async function readQuestionnaire(work: Case): Promise<(question: RegExp) => string> {
  const [text] = await readFinal(work, 'questionnaire')
  const lines = needed(text, 'a final questionnaire').toLowerCase().split('\n')
  return (question) => {
    const line = lines.find((one) => one.includes('?') && question.test(one.slice(0, one.indexOf('?'))))
    return line === undefined ? '' : line.slice(line.indexOf('?') + 1).trim()
  }
}

/** The parent whom the newest final order about this child names. */
async function parentInCourtOrder(work: Case): Promise<Parent | undefined> {
  const name = nameOf(work.patient)
  for (const text of await readFinal(work, 'court-order')) {
    const body = text.slice(text.indexOf('\n\n'))
    if (body.includes(name)) return needed(parentIn(body), 'a parent in the court order')
  }
  return undefined
}

/** The texts of the final documents of a type, newest first. */
async function readFinal({ session, patient }: Case, type: string): Promise<readonly string[]> {
  const found = await searchFor(session, 'DocumentReference', { patient: referenceOf(patient), type, _sort: '-date' })
  const final = found.filter((document) => textAt(document, 'docStatus') === 'final')
  return Promise.all(final.map((document) => readText(session, document)))
}

function parentIn(text: string): Parent | undefined {
  const named = new Set(Array.from(text.toLowerCase().matchAll(/\b(mother|father)\b/g), ([parent]) => parent as Parent))
  return named.size === 1 ? [...named][0] : undefined
}

function isYes(answer: string): boolean {
  return answer.startsWith('yes')
}

/** The policy of a parent, or of the step-parent who is married to that parent. */
async function policyOf(work: Case, parent: Parent): Promise<FhirJson> {
  const { session, patient, policies } = work
  const relatives = await searchFor(session, 'RelatedPerson', { patient: referenceOf(patient) })
  for (const kind of parent === 'mother' ? ['MTH', 'STPFTH'] : ['FTH', 'STPMTH']) {
    const relative = relatives.find((one) =>
      objectsAt(one, 'relationship').some((is) => codeIn(is, () => true) === kind),
    )
    const number = textAt(relative, 'identifier', 0, 'value')
    if (number === undefined) continue
    const person = theOnly(await searchFor(session, 'Patient', { identifier: number }), `patient ${number}`)
    const policy = policies.find((one) => textAt(one, 'subscriber', 'reference') === referenceOf(person))
    if (policy !== undefined) return policy
  }
  throw new Error(`Expected a policy of the ${parent} or the step-parent, found none.`)
}

/** The policy of the subscriber whose birthday comes earlier in the year. */
async function policyByBirthday({ session, policies }: Case): Promise<FhirJson> {
  const [one, other] = policies
  const birthdayOf = async (policy: FhirJson): Promise<string> => {
    const subscriber = await readReference(session, textAt(policy, 'subscriber', 'reference'), 'a subscriber')
    return needed(textAt(subscriber, 'birthDate'), 'the date of birth of the subscriber').slice(5)
  }
  const [first, second] = [await birthdayOf(one), await birthdayOf(other)]
  if (first === second) throw new Error(`Expected birthdays that differ, got ${first} twice.`)
  return first < second ? one : other
}

/** The same day of the month some months later, `YYYY-MM-DD`. */
function monthsAfter(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

/** Sections 6 and 7. */
async function close(session: TaskSession, item: FhirJson, decision: Decision): Promise<void> {
  const isMissing = 'missing' in decision
  if (!isMissing) {
    for (const [order, policy] of [decision.first, decision.second].entries()) {
      if (policy === undefined) continue
      await session.fhir.patch('Coverage', idOf(policy), [{ op: 'add', path: '/order', value: order + 1 }])
    }
  }
  const reason = isMissing ? 'fact-missing' : decision.reason
  await session.fhir.patch('Task', idOf(item), [
    { op: 'replace', path: '/status', value: isMissing ? 'on-hold' : 'completed' },
    { op: 'add', path: '/businessStatus', value: { coding: [{ system: reasonSystem, code: reason }] } },
    ...(isMissing
      ? [{ op: 'add', path: '/statusReason', value: { coding: [{ system: factSystem, code: decision.missing }] } }]
      : []),
  ])
}
