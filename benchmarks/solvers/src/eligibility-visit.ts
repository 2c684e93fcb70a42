import type { FhirJson, JsonObject, SearchParameters, TaskSession } from '@carebench/client'
import { codeIn, includesDay, readId, readName, readReference, readText, searchFor, writeReference } from './chart.js'
import { type ClearinghousePayer, Inquirer, readClearinghousePayers } from './eligibility-inquiry.js'
import { readPage } from './handbook.js'
import { at, needed, objectsAt, textAt } from './json.js'

/** The desk at which eligibility is asked: the payers behind the clearinghouse, and what they have answered. */
export interface EligibilityDesk {
  readonly session: TaskSession
  readonly inquirer: Inquirer
  readonly payers: readonly ClearinghousePayer[]
}

/** A visit of a list, with its work item. */
export interface Visit extends EligibilityDesk {
  readonly item: FhirJson
  readonly patient: FhirJson
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** `office`, `imaging`, … */
  readonly type: string
  /** `Practitioner/1`. */
  readonly clinician: string
}

/** How a visit is settled; `copay` in USD if a payer covers it. */
export interface VisitOutcome {
  readonly outcome: string
  readonly copay?: number
  /** What the payer says otherwise about the policy. */
  readonly correction?: { readonly policy: FhirJson; readonly patch: JsonObject[] }
}

const serviceTypes = new Map([
  ['office', '98'],
  ['therapy', 'PT'],
  ['counseling', 'MH'],
  ['imaging', '62'],
  ['eyes', 'AL'],
])
const wholePlan = '30'
const insuranceCard = '64290-0'
const outcomeSystem = 'https://carebench.example.org/eligibility-outcome'
const amountSystem = 'https://carebench.example.org/amount'

/** Opens the desk. */
export async function openEligibilityDesk(session: TaskSession): Promise<EligibilityDesk> {
  return { session, inquirer: new Inquirer(session), payers: await readClearinghousePayers(session) }
}

/** Opens the visits of the requested work items of a list, one after another. */
export async function* openVisits(desk: EligibilityDesk, list: string): AsyncGenerator<Visit> {
  const { session } = desk
  for (const item of await searchFor(session, 'Task', { 'group-identifier': list, status: 'requested' })) {
    const appointment = await readReference(session, textAt(item, 'focus', 'reference'), 'a visit')
    const clinician = objectsAt(appointment, 'participant')
      .map((one) => textAt(one, 'actor', 'reference'))
      .find((reference) => reference?.startsWith('Practitioner/'))
    const [type] = objectsAt(appointment, 'serviceType')
    yield {
      ...desk,
      item,
      patient: await readReference(session, textAt(item, 'for', 'reference'), 'the patient of the visit'),
      day: needed(textAt(appointment, 'start')?.slice(0, 10), 'the day of the visit'),
      type: needed(codeAt(type), 'the type of the visit'),
      clinician: needed(clinician, 'the clinician of the visit'),
    }
  }
}

/** The X12 service type of a visit. */
export function findServiceType({ type }: Visit): string {
  return needed(serviceTypes.get(type), `${type} among the types of visits`)
}

function codeAt(concept: JsonObject | undefined): string | undefined {
  return codeIn(concept, () => true)
}

/** The policies of a person that are in force on a day. */
export async function policiesOn(session: TaskSession, person: FhirJson, day: string): Promise<readonly FhirJson[]> {
  const policies = await searchFor(session, 'Coverage', { beneficiary: writeReference(person) })
  return policies.filter((policy) => includesDay(policy.period as JsonObject | undefined, day))
}

/** Whether somebody in the chart of a newborn is the mother. */
export function isMother(relative: FhirJson): boolean {
  return objectsAt(relative, 'relationship').some((kind) => codeAt(kind) === 'MTH')
}

/** The payer of a policy. */
export function payerOn({ payers }: EligibilityDesk, policy: FhirJson): ClearinghousePayer {
  const organization = textAt(policy, 'payor', 0, 'reference')
  return needed(
    payers.find((one) => one.organization === organization),
    `${organization} in the clearinghouse`,
  )
}

/**
 * The payer of the policy, or the one to which its plan leaves this type of visit on a day. Step 4 of
 * `eligibility.txt`.
 */
export async function payerToAsk(visit: Visit, policy: FhirJson, day: string): Promise<string> {
  const payer = payerOn(visit, policy)
  const plan = objectsAt(policy, 'class').find((one) => codeAt(one.type as JsonObject) === 'plan')
  const page = await readPage(visit.session, 'eligibility.txt')
  const row = /^ +(.+), plan (.+): (\w+) is with .+ \((\w+)\), from (\S+) until (further notice|\S+)$/gm
  for (const [, name, planName, visitType, other, from = '', until = ''] of page.matchAll(row)) {
    const isOfPlan = name === payer.name && planName === textAt(plan, 'name') && visitType === visit.type
    const isInForce = from <= day && (until === 'further notice' || day <= until)
    if (isOfPlan && isInForce && other !== undefined) return other
  }
  return payer.id
}

/**
 * The member number on the newest card that counts: a final one of the payer of the policy, in the name of the person.
 */
export async function numberOnCard(
  visit: Visit,
  person: FhirJson,
  policy: FhirJson,
  counts: (card: FhirJson, text: string) => boolean = (card, text) =>
    textAt(card, 'docStatus') === 'final' && text.includes(payerOn(visit, policy).name) && names(text, person),
): Promise<string | undefined> {
  const query = { patient: writeReference(person), type: insuranceCard, _sort: '-date' }
  for (const card of await searchFor(visit.session, 'DocumentReference', query)) {
    const text = await readText(visit.session, card)
    const body = text.slice(text.indexOf('\n\n'))
    if (!counts(card, body)) continue
    return /\b[A-Z]{3}[ -]?(?:\d[ -]?){9}\b/.exec(body)?.[0].replaceAll(/[ -]/g, '').trim()
  }
  return undefined
}

function names(text: string, person: FhirJson): boolean {
  const words = new Set(text.toLowerCase().split(/[\s,:|]+/))
  return readName(person)
    .toLowerCase()
    .split(' ')
    .every((part) => words.has(part))
}

/** The correction of a policy to another member number. */
export function renumbered(policy: FhirJson, number: string): Pick<VisitOutcome, 'correction'> {
  const patch = [
    { op: 'replace', path: '/subscriberId', value: number },
    { op: 'replace', path: '/identifier/0/value', value: number },
  ]
  return { correction: { policy, patch } }
}

/** The outcome of a policy that has ended, which is corrected. */
export function endedOn(policy: FhirJson, end: string): VisitOutcome {
  return { outcome: 'ended', correction: { policy, patch: [{ op: 'add', path: '/period/end', value: end }] } }
}

/** The copayment in the network of the service type, else of the whole plan. Step 8. */
export function findCopayment(answer: JsonObject, serviceType: string): JsonObject | undefined {
  const inNetwork = copaymentsIn(answer).filter(({ in_network: network }) => network !== false)
  return copaymentFor(inNetwork, serviceType) ?? copaymentFor(inNetwork, wholePlan)
}

/** All copayments of an answer. */
export function copaymentsIn(answer: JsonObject): readonly JsonObject[] {
  return objectsAt(answer, 'benefits').filter(({ code }) => code === 'B')
}

/** The first copayment of a service type. */
export function copaymentFor(copayments: readonly JsonObject[], type: string): JsonObject | undefined {
  return copayments.find((one) => {
    const types = at(one, 'service_types')
    return Array.isArray(types) && types.includes(type)
  })
}

/** Whether a payer wants a referral for a copayment. */
export function wantsReferral(copayment: JsonObject | undefined): boolean {
  return textAt(copayment, 'message')?.toUpperCase().includes('REFERRAL REQUIRED') === true
}

/** The referrals of the patient, of any status unless a search asks for one. */
export async function findReferrals(
  { session, patient }: Visit,
  query: SearchParameters = {},
): Promise<readonly FhirJson[]> {
  const requests = await searchFor(session, 'ServiceRequest', { subject: writeReference(patient), ...query })
  return requests.filter((request) =>
    objectsAt(request, 'category').some((category) => textAt(category, 'text') === 'Referral'),
  )
}

/** Whether a referral is active, to the clinician of the visit and for its day. Step 7. */
export function fitsVisit({ clinician, day }: Visit, referral: FhirJson): boolean {
  const isToClinician = objectsAt(referral, 'performer').some((one) => textAt(one, 'reference') === clinician)
  const period = referral.occurrencePeriod as JsonObject | undefined
  return textAt(referral, 'status') === 'active' && isToClinician && period !== undefined && includesDay(period, day)
}

/** Records the outcome of a visit, and what the payer says otherwise about the policy. Steps 6 and 9. */
export async function closeVisit(
  { session, item }: Visit,
  { outcome, copay, correction }: VisitOutcome,
): Promise<void> {
  if (correction !== undefined) await session.fhir.patch('Coverage', readId(correction.policy), correction.patch)
  const output = {
    type: { coding: [{ system: amountSystem, code: 'copay' }] },
    valueMoney: { value: copay ?? 0, currency: 'USD' },
  }
  await session.fhir.patch('Task', readId(item), [
    { op: 'replace', path: '/status', value: copay === undefined ? 'on-hold' : 'completed' },
    { op: 'add', path: '/businessStatus', value: { coding: [{ system: outcomeSystem, code: outcome }] } },
    ...(copay === undefined ? [] : [{ op: 'add', path: '/output', value: [output] }]),
  ])
}
