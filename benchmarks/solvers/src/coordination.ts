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
  /** The document on which the decision is based. */
  readonly document: FhirJson
  readonly missing?: 'custody' | 'court-order' | 'employer-size'
}

export type Parent = 'mother' | 'father'

const wholePlan = '30'
const reasonSystem = 'https://carebench.example.org/coordination-reason'
const factSystem = 'https://carebench.example.org/missing-fact'

/** Finds the payer of a policy among those behind the clearinghouse. Throws if there is none. */
export function findClearinghousePayer(payers: readonly ClearinghousePayer[], policy: FhirJson): ClearinghousePayer {
  const organization = textAt(policy, 'payor', 0, 'reference')
  return needed(
    payers.find((payer) => payer.organization === organization),
    `${organization} in the clearinghouse`,
  )
}

/** Asks the payer of each policy whether it is active today. Returns those that are. */
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

/** Reads the final documents of a type: the one signed or entered last comes first, those without a signature last. */
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

/** Returns the day on which a document was signed or entered, `YYYY-MM-DD`; empty if it says none. */
export function dayIn(text: string): string {
  return /^(?:signed|entered) on (\d{4}-\d{2}-\d{2})/im.exec(text)?.[1] ?? ''
}

/** Returns a function that finds the answer to the question that matches: in lower case, empty if there is none. */
export function parseQuestionnaire(text: string): (question: RegExp) => string {
  const lines = text.toLowerCase().split('\n')
  return (question) => {
    const line = lines.find((one) => one.includes('?') && question.test(one.slice(0, one.indexOf('?'))))
    return line === undefined ? '' : line.slice(line.indexOf('?') + 1).trim()
  }
}

/** Returns the parent that a text names; undefined if it names none, or both. */
export function parentIn(text: string): Parent | undefined {
  const named = new Set(Array.from(text.toLowerCase().matchAll(/\b(mother|father)\b/g), ([parent]) => parent as Parent))
  return named.size === 1 ? [...named][0] : undefined
}

/** Codes of the relationship to the child: of a parent, and of the step-parent who is married to that parent. */
export const households: Readonly<Record<Parent, readonly string[]>> = {
  mother: ['MTH', 'STPFTH'],
  father: ['FTH', 'STPMTH'],
}

/** Finds the policy of the first relative of these kinds who is the subscriber of one. */
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

/** Reads the date of birth of a policy's subscriber, `YYYY-MM-DD`. */
export async function subscriberBirth({ session }: CoordinationCase, policy: FhirJson): Promise<string> {
  const subscriber = await readReference(session, textAt(policy, 'subscriber', 'reference'), 'a subscriber')
  return needed(textAt(subscriber, 'birthDate'), 'the date of birth of the subscriber')
}

/** Returns the same day of the month `months` months later, `YYYY-MM-DD`. */
export function monthsAfter(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

/** Writes the order in which they pay on the policies, and closes the work item. */
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
