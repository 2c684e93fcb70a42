import type { FhirJson, TaskSession } from '@carebench/client'
import { codeIn, readId, readReference, readText, searchFor, theOnly, writeReference } from './chart.js'
import { type ClearinghousePayer, Inquirer, readStatus } from './eligibility-inquiry.js'
import { needed, objectsAt, textAt } from './json.js'

/** A patient with two policies. */
export interface CoordinationCase {
  readonly session: TaskSession
  /** `YYYY-MM-DD`. */
  readonly today: string
  readonly patient: FhirJson
  readonly policies: readonly FhirJson[]
}

/** The policies in the order in which they pay, with the reason; no policies if a fact is missing. */
export interface Coordination {
  readonly reason: string
  readonly order: readonly FhirJson[]
  /** The document that has decided. */
  readonly document: FhirJson
  readonly missing?: 'custody' | 'court-order' | 'employer-size'
}

export type Parent = 'mother' | 'father'

const wholePlan = '30'
const reasonSystem = 'https://carebench.example.org/coordination-reason'
const factSystem = 'https://carebench.example.org/missing-fact'

/** The payer of a policy, as the clearinghouse knows it. */
export function findClearinghousePayer(payers: readonly ClearinghousePayer[], policy: FhirJson): ClearinghousePayer {
  const organization = textAt(policy, 'payor', 0, 'reference')
  return needed(
    payers.find((payer) => payer.organization === organization),
    `${organization} in the clearinghouse`,
  )
}

/** The policies that their payers know to be active today; each payer is asked once. */
export async function activePolicies(
  { session, today, patient, policies }: CoordinationCase,
  payers: readonly ClearinghousePayer[],
): Promise<readonly FhirJson[]> {
  const inquirer = new Inquirer(session)
  const active: FhirJson[] = []
  for (const policy of policies) {
    const answer = await inquirer.ask({
      payer: findClearinghousePayer(payers, policy).id,
      patient: writeReference(patient),
      memberId: needed(textAt(policy, 'subscriberId'), 'the member number of the policy'),
      serviceType: wholePlan,
      day: today,
    })
    if (readStatus(answer) === 'active') active.push(policy)
  }
  return active
}

/** A document with its text. */
export interface ReadPaper {
  readonly document: FhirJson
  readonly text: string
}

/** The documents of a type that are final, the one signed or entered last first; without a signature, last. */
export async function readPapers(
  { session, patient }: CoordinationCase,
  type: 'questionnaire' | 'court-order',
): Promise<readonly ReadPaper[]> {
  const found = await searchFor(session, 'DocumentReference', { patient: writeReference(patient), type })
  const final = found.filter((document) => textAt(document, 'docStatus') === 'final')
  const papers = await Promise.all(
    final.map(async (document) => ({ document, text: await readText(session, document) })),
  )
  return papers.toSorted((one, other) => dayIn(other.text).localeCompare(dayIn(one.text)))
}

/** The day on which a document was signed or entered, `YYYY-MM-DD`; empty if nobody has signed it. */
export function dayIn(text: string): string {
  return /^(?:signed|entered) on (\d{4}-\d{2}-\d{2})/im.exec(text)?.[1] ?? ''
}

/** The answer of a questionnaire, in lower case, to the question that matches; empty if there is none. */
export function parseQuestionnaire(text: string): (question: RegExp) => string {
  const lines = text.toLowerCase().split('\n')
  return (question) => {
    const line = lines.find((one) => one.includes('?') && question.test(one.slice(0, one.indexOf('?'))))
    return line === undefined ? '' : line.slice(line.indexOf('?') + 1).trim()
  }
}

/** The one parent whom a text names. */
export function parentIn(text: string): Parent | undefined {
  const named = new Set(Array.from(text.toLowerCase().matchAll(/\b(mother|father)\b/g), ([parent]) => parent as Parent))
  return named.size === 1 ? [...named][0] : undefined
}

/** How a parent, and the step-parent who is married to that parent, are related to the child. */
export const households: Readonly<Record<Parent, readonly string[]>> = {
  mother: ['MTH', 'STPFTH'],
  father: ['FTH', 'STPMTH'],
}

/** The policy of the first of these relatives who has one. */
export async function policyOfRelative(
  { session, patient, policies }: CoordinationCase,
  kinds: readonly string[],
): Promise<FhirJson | undefined> {
  const relatives = await searchFor(session, 'RelatedPerson', { patient: writeReference(patient) })
  for (const kind of kinds) {
    const relative = relatives.find((one) =>
      objectsAt(one, 'relationship').some((is) => codeIn(is, () => true) === kind),
    )
    const number = textAt(relative, 'identifier', 0, 'value')
    if (number === undefined) continue
    const person = theOnly(await searchFor(session, 'Patient', { identifier: number }), `patient ${number}`)
    const policy = policies.find((one) => textAt(one, 'subscriber', 'reference') === writeReference(person))
    if (policy !== undefined) return policy
  }
  return undefined
}

/** The date of birth of the subscriber, `YYYY-MM-DD`. */
export async function subscriberBirth({ session }: CoordinationCase, policy: FhirJson): Promise<string> {
  const subscriber = await readReference(session, textAt(policy, 'subscriber', 'reference'), 'a subscriber')
  return needed(textAt(subscriber, 'birthDate'), 'the date of birth of the subscriber')
}

/** The same day of the month some months later, `YYYY-MM-DD`. */
export function monthsAfter(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

/** Writes the order on the policies, and closes the work item. */
export async function recordCoordination(
  session: TaskSession,
  item: FhirJson,
  { reason, order, missing, document }: Coordination,
): Promise<void> {
  for (const [index, policy] of order.entries()) {
    await session.fhir.patch('Coverage', readId(policy), [{ op: 'add', path: '/order', value: index + 1 }])
  }
  const coded = (system: string, code: string) => ({ coding: [{ system, code }] })
  await session.fhir.patch('Task', readId(item), [
    { op: 'replace', path: '/status', value: missing === undefined ? 'completed' : 'on-hold' },
    { op: 'add', path: '/businessStatus', value: coded(reasonSystem, reason) },
    { op: 'add', path: '/reasonReference', value: { reference: writeReference(document) } },
    ...(missing === undefined ? [] : [{ op: 'add', path: '/statusReason', value: coded(factSystem, missing) }]),
  ])
}
