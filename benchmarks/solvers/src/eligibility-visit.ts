import type { FhirJson, JsonObject, SearchParameters, TaskSession } from '@carebench/client'
import { codeIn, includesDay, readId, readName, readReference, readText, searchFor, writeReference } from './chart.js'
import { type ClearinghousePayer, Inquirer, readClearinghousePayers } from './eligibility-inquiry.js'
import { readPage } from './handbook.js'
import { at, needed, objectsAt, textAt } from './json.js'

/** The payers behind the clearinghouse, and the inquiries that were sent to them. */
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
  /** The code of the visit's type, such as `office` or `imaging`. */
  readonly type: string
  /** `Practitioner/1`. */
  readonly clinician: string
}

/** The outcome of a visit; `copay` is in USD, and undefined if no payer covers the visit. */
export interface VisitOutcome {
  readonly outcome: string
  readonly copay?: number
  /** The patch of the policy for what the payer says differently. */
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

/** Reads the payers of the handbook, and returns a desk without inquiries. */
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

/** Returns the X12 service type of a visit. */
export function findServiceType({ type }: Visit): string {
  return needed(serviceTypes.get(type), `${type} among the types of visits`)
}

function codeAt(concept: JsonObject | undefined): string | undefined {
  return codeIn(concept, () => true)
}

/** Returns the policies of a person that are in force on a day. */
export async function policiesOn(session: TaskSession, person: FhirJson, day: string): Promise<readonly FhirJson[]> {
  const policies = await searchFor(session, 'Coverage', { beneficiary: writeReference(person) })
  return policies.filter((policy) => includesDay(policy.period as JsonObject | undefined, day))
}

/** Whether a RelatedPerson of a newborn is the mother. */
export function isMother(relative: FhirJson): boolean {
  return objectsAt(relative, 'relationship').some((kind) => codeAt(kind) === 'MTH')
}

/** Finds the payer of a policy among those behind the clearinghouse. */
export function payerOn({ payers }: EligibilityDesk, policy: FhirJson): ClearinghousePayer {
  const organization = textAt(policy, 'payor', 0, 'reference')
  return needed(
    payers.find((one) => one.organization === organization),
    `${organization} in the clearinghouse`,
  )
}

/**
 * Returns the id of the payer to ask, by step 4 of `eligibility.txt`: that of the policy, or another one with which the
 * plan has this type of visit on the day.
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
 * Returns the member number on the newest card that counts: by default a final card of the policy's payer with the name
 * of the person. Undefined if there is none.
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

/** Returns the patch that gives a policy another member number. */
export function renumbered(policy: FhirJson, number: string): Pick<VisitOutcome, 'correction'> {
  const patch = [
    { op: 'replace', path: '/subscriberId', value: number },
    { op: 'replace', path: '/identifier/0/value', value: number },
  ]
  return { correction: { policy, patch } }
}

/** Returns the outcome `ended`, with the patch that writes the end on the policy. */
export function endedOn(policy: FhirJson, end: string): VisitOutcome {
  return { outcome: 'ended', correction: { policy, patch: [{ op: 'add', path: '/period/end', value: end }] } }
}

/** Finds the copayment in the network for the service type, or else for the whole plan, by step 8. */
export function findCopayment(answer: JsonObject, serviceType: string): JsonObject | undefined {
  const inNetwork = copaymentsIn(answer).filter(({ in_network: network }) => network !== false)
  return copaymentFor(inNetwork, serviceType) ?? copaymentFor(inNetwork, wholePlan)
}

/** Returns all copayments in a response. */
export function copaymentsIn(answer: JsonObject): readonly JsonObject[] {
  return objectsAt(answer, 'benefits').filter(({ code }) => code === 'B')
}

/** Returns the first copayment for a service type. */
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

/** Returns the referrals of the patient that match a query; by default, of any status. */
export async function findReferrals(
  { session, patient }: Visit,
  query: SearchParameters = {},
): Promise<readonly FhirJson[]> {
  const requests = await searchFor(session, 'ServiceRequest', { subject: writeReference(patient), ...query })
  return requests.filter((request) =>
    objectsAt(request, 'category').some((category) => textAt(category, 'text') === 'Referral'),
  )
}

/** Whether a referral is active, to the clinician of the visit, and for its day, by step 7. */
export function fitsVisit({ clinician, day }: Visit, referral: FhirJson): boolean {
  const isToClinician = objectsAt(referral, 'performer').some((one) => textAt(one, 'reference') === clinician)
  const period = referral.occurrencePeriod as JsonObject | undefined
  return textAt(referral, 'status') === 'active' && isToClinician && period !== undefined && includesDay(period, day)
}

/** Records the outcome of a visit, and patches the policy if the payer says something else, by steps 6 and 9. */
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
