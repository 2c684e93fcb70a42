import type { FhirJson, JsonObject, TaskSession } from '@carebench/client'
import {
  codeIn,
  daysBetween,
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
import { readPage } from './handbook.js'
import { at, needed, numberAt, objectsAt, textAt } from './json.js'
import type { Solver } from './solver.js'

interface Visit {
  readonly session: TaskSession
  readonly inquirer: Inquirer
  readonly payers: readonly ClearinghousePayer[]
  readonly patient: FhirJson
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** `office`, `imaging`, … */
  readonly type: string
  /** `Practitioner/1`. */
  readonly clinician: string
}

/** How a visit is settled; `copay` in USD if a payer covers it. */
interface Outcome {
  readonly outcome: string
  readonly copay?: number
  /** What the payer says otherwise about the policy. */
  readonly correction?: { readonly policy: FhirJson; readonly patch: JsonObject[] }
}

/** A policy with the person whom it is about, who is not the patient of the visit if that is a newborn. */
interface Insured {
  readonly person: FhirJson
  readonly policy: FhirJson
  readonly isNewborn: boolean
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

/** The visits of a list: whether a payer covers each, and what the patient pays. */
export const eligSchedule: Solver = {
  family: 'elig-schedule',
  async solve(session) {
    const payers = await readClearinghousePayers(session)
    const inquirer = new Inquirer(session)
    const list = await findList(session)
    const items = await searchFor(session, 'Task', { 'group-identifier': list, status: 'requested' })
    const settled: { item: FhirJson; outcome: Outcome }[] = []
    for (const item of items) {
      const appointment = await readReference(session, textAt(item, 'focus', 'reference'), 'a visit')
      const clinician = objectsAt(appointment, 'participant')
        .map((one) => textAt(one, 'actor', 'reference'))
        .find((reference) => reference?.startsWith('Practitioner/'))
      const outcome = await settle({
        session,
        inquirer,
        payers,
        patient: await readReference(session, textAt(item, 'for', 'reference'), 'the patient of the visit'),
        day: needed(textAt(appointment, 'start')?.slice(0, 10), 'the day of the visit'),
        type: needed(
          codeIn(objectsAt(appointment, 'serviceType')[0], () => true),
          'the type of the visit',
        ),
        clinician: needed(clinician, 'the clinician of the visit'),
      })
      settled.push({ item, outcome })
    }
    // Step 5: nothing is written before all visits have been asked about.
    for (const { item, outcome } of settled) await close(session, item, outcome)
    return undefined
  },
}

/** The number of the list: an input, or that of the clinician and the day in the instruction. */
async function findList(session: TaskSession): Promise<string> {
  const item = needed(session.taskItem ?? undefined, 'a task item')
  const given = textAt(item, 'inputs', 'list')
  if (given !== undefined) return given
  const instruction = textAt(item, 'instruction') ?? ''
  const rows = (await session.files.read('inbox/eligibility/lists.csv')).split(/\r?\n/).slice(1)
  const named = rows
    .map((row) => row.split(','))
    .filter(([, day, clinician]) => [day, clinician].every((cell) => cell !== undefined && instruction.includes(cell)))
  return needed(theOnly(named, 'list of the clinician and the day')[0], 'the number of the list')
}

async function settle(visit: Visit): Promise<Outcome> {
  const { inquirer, day } = visit
  const { person, policy, isNewborn } = await findInsured(visit)
  const serviceType = needed(serviceTypes.get(visit.type), `${visit.type} among the types of visits`)
  const payer = await payerToAsk(visit, policy)
  const memberId = needed(textAt(policy, 'subscriberId'), 'the member number of the policy')
  const inquiry = { payer, patient: referenceOf(person), memberId, serviceType, day }
  let answer = await inquirer.ask(inquiry)
  let correction: Pick<Outcome, 'correction'> = {}
  if (statusOf(answer) === 'unknown-member') {
    const card = await numberOnCard(visit, person, policy)
    if (card === undefined || card === memberId) return { outcome: 'member-not-found' }
    answer = await inquirer.ask({ ...inquiry, memberId: card })
    if (statusOf(answer) === 'unknown-member') return { outcome: 'member-not-found' }
    const patch: JsonObject[] = [
      { op: 'replace', path: '/subscriberId', value: card },
      { op: 'replace', path: '/identifier/0/value', value: card },
    ]
    correction = { correction: { policy, patch } }
  }
  if (statusOf(answer) === 'inactive') return { ...correction, ...whyInactive(visit, policy, answer) }
  const copayment = copaymentOf(answer, serviceType)
  const copay = numberAt(copayment, 'amount') ?? 0
  if (isNewborn) return { ...correction, outcome: 'newborn-under-mother', copay }
  const wantsReferral = textAt(copayment, 'message')?.toUpperCase().includes('REFERRAL REQUIRED') === true
  if (wantsReferral && !(await hasReferral(visit))) return { ...correction, outcome: 'referral-missing' }
  return { ...correction, outcome: 'covered', copay }
}

/** Step 3. */
async function findInsured({ session, patient, day }: Visit): Promise<Insured> {
  const own = await policiesOn(session, patient, day)
  const age = daysBetween(textAt(patient, 'birthDate') ?? '', day)
  if (own.length > 0 || age > 30) return { person: patient, policy: theOnly(own, `policy on ${day}`), isNewborn: false }
  const relatives = await searchFor(session, 'RelatedPerson', { patient: referenceOf(patient) })
  const mother = theOnly(
    relatives.filter((one) => objectsAt(one, 'relationship').some((kind) => codeIn(kind, () => true) === 'MTH')),
    'mother of the newborn',
  )
  const number = needed(textAt(mother, 'identifier', 0, 'value'), 'the record number of the mother')
  const person = theOnly(await searchFor(session, 'Patient', { identifier: number }), `patient ${number}`)
  const policy = theOnly(await policiesOn(session, person, day), `policy of the mother on ${day}`)
  return { person, policy, isNewborn: true }
}

async function policiesOn(session: TaskSession, person: FhirJson, day: string): Promise<readonly FhirJson[]> {
  const policies = await searchFor(session, 'Coverage', { beneficiary: referenceOf(person) })
  return policies.filter((policy) => includesDay(policy.period as JsonObject | undefined, day))
}

/** Step 4: the payer of the policy, or the one to which its plan leaves this type of visit. */
async function payerToAsk({ session, payers, type, day }: Visit, policy: FhirJson): Promise<string> {
  const organization = textAt(policy, 'payor', 0, 'reference')
  const payer = needed(
    payers.find((one) => one.organization === organization),
    `${organization} in the clearinghouse`,
  )
  const plan = objectsAt(policy, 'class').find((one) => codeIn(one.type as JsonObject, () => true) === 'plan')
  const page = await readPage(session, 'eligibility.txt')
  const row = /^ +(.+), plan (.+): (\w+) is with .+ \((\w+)\), from (\S+) until (further notice|\S+)$/gm
  for (const [, name, planName, visitType, other, from = '', until = ''] of page.matchAll(row)) {
    const isOfPlan = name === payer.name && planName === textAt(plan, 'name') && visitType === type
    const isInForce = from <= day && (until === 'further notice' || day <= until)
    if (isOfPlan && isInForce && other !== undefined) return other
  }
  return payer.id
}

/** The member number on the newest final card of the payer of the policy that is in the name of the person. */
async function numberOnCard(
  { session, payers }: Visit,
  person: FhirJson,
  policy: FhirJson,
): Promise<string | undefined> {
  const payer = payers.find((one) => one.organization === textAt(policy, 'payor', 0, 'reference'))
  const cards = await searchFor(session, 'DocumentReference', {
    patient: referenceOf(person),
    type: insuranceCard,
    _sort: '-date',
  })
  const name = nameOf(person).toLowerCase().split(' ')
  for (const card of cards) {
    if (textAt(card, 'docStatus') !== 'final') continue
    const text = await readText(session, card)
    const body = text.slice(text.indexOf('\n\n'))
    const words = new Set(body.toLowerCase().split(/[\s,:|]+/))
    if (!body.includes(payer?.name ?? '-') || !name.every((part) => words.has(part))) continue
    return /\b[A-Z]{3}[ -]?(?:\d[ -]?){9}\b/.exec(body)?.[0].replaceAll(/[ -]/g, '').trim()
  }
  return undefined
}

function whyInactive({ day }: Visit, policy: FhirJson, answer: JsonObject): Outcome {
  const end = textAt(answer, 'plan', 'end')
  const begin = textAt(answer, 'plan', 'begin')
  if (end !== undefined && end < day) {
    return { outcome: 'ended', correction: { policy, patch: [{ op: 'add', path: '/period/end', value: end }] } }
  }
  if (begin !== undefined && begin > day) return { outcome: 'not-started' }
  throw new Error(`Expected a plan that ended before ${day} or begins after it, got ${JSON.stringify(answer.plan)}.`)
}

/** Step 8: the copayment in the network of the service type, else of the whole plan. */
function copaymentOf(answer: JsonObject, serviceType: string): JsonObject | undefined {
  const inNetwork = objectsAt(answer, 'benefits').filter(
    ({ code, in_network: network }) => code === 'B' && network !== false,
  )
  const of = (type: string): JsonObject | undefined =>
    inNetwork.find((benefit) => {
      const types = at(benefit, 'service_types')
      return Array.isArray(types) && types.includes(type)
    })
  return of(serviceType) ?? of(wholePlan)
}

/** Step 7. */
async function hasReferral({ session, patient, clinician, day }: Visit): Promise<boolean> {
  const requests = await searchFor(session, 'ServiceRequest', { subject: referenceOf(patient), status: 'active' })
  return requests.some((request) => {
    const isReferral = objectsAt(request, 'category').some((category) => textAt(category, 'text') === 'Referral')
    const isToClinician = objectsAt(request, 'performer').some((one) => textAt(one, 'reference') === clinician)
    const period = request.occurrencePeriod as JsonObject | undefined
    return isReferral && isToClinician && period !== undefined && includesDay(period, day)
  })
}

/** Step 9, and the corrections of step 6. */
async function close(session: TaskSession, item: FhirJson, { outcome, copay, correction }: Outcome): Promise<void> {
  if (correction !== undefined) await session.fhir.patch('Coverage', idOf(correction.policy), correction.patch)
  const output = {
    type: { coding: [{ system: amountSystem, code: 'copay' }] },
    valueMoney: { value: copay ?? 0, currency: 'USD' },
  }
  await session.fhir.patch('Task', idOf(item), [
    { op: 'replace', path: '/status', value: copay === undefined ? 'on-hold' : 'completed' },
    { op: 'add', path: '/businessStatus', value: { coding: [{ system: outcomeSystem, code: outcome }] } },
    ...(copay === undefined ? [] : [{ op: 'add', path: '/output', value: [output] }]),
  ])
}
