import {
  type ClearinghousePayer,
  codeIn,
  daysAfter,
  daysBetween,
  Inquirer,
  idOf,
  includesDay,
  nameOf,
  numberAt,
  objectsAt,
  parseCsv,
  readClearinghousePayers,
  readPage,
  readReference,
  readText,
  referenceOf,
  searchFor,
  textAt,
} from '@carebench/benchmark-solvers/readers'
import type { FhirJson, JsonObject, TaskSession } from '@carebench/client'
import {
  amountSystem,
  cardLoinc,
  type EligibilityOutcome,
  eligibilityOutcomeSystem,
  eligibilityOutcomes,
  newbornDays,
  referralMessage,
  visitKinds,
} from '../../clinic/eligibility.js'
import type { Desk } from '../../desk/desk.js'
import type { Flaws } from '../../desk/flaws.js'

interface Visit {
  readonly session: TaskSession
  readonly inquirer: Inquirer
  readonly payers: readonly ClearinghousePayer[]
  readonly patient: FhirJson
  readonly day: string
  readonly type: string
  readonly clinician: string
}

interface Settled {
  readonly outcome: EligibilityOutcome
  readonly copay?: number
  /** What is written on the policy. */
  readonly correction?: { readonly policy: FhirJson; readonly patch: JsonObject[] }
}

/** Works the visits of a list, as the rungs of the ladder do. Nothing here has to be waited for. */
export async function workEligSchedule(desk: Desk, flaws: Flaws): Promise<void> {
  // The record does not say what a payer would answer.
  if (flaws.recordOnly) return
  const { session } = desk
  const payers = await readClearinghousePayers(session)
  const inquirer = new Inquirer(session)
  const list = await findList(desk, flaws)
  const written: (() => Promise<void>)[] = []
  for (const item of await searchFor(session, 'Task', { 'group-identifier': list, status: 'requested' })) {
    const appointment = await readReference(session, textAt(item, 'focus', 'reference'), 'a visit')
    const actors = objectsAt(appointment, 'participant').map((one) => textAt(one, 'actor', 'reference') ?? '')
    const visit: Visit = {
      session,
      inquirer,
      payers,
      patient: await readReference(session, textAt(item, 'for', 'reference'), 'a patient'),
      day: textAt(appointment, 'start')?.slice(0, 10) ?? '',
      type: codeIn(objectsAt(appointment, 'serviceType')[0], () => true) ?? '',
      clinician: actors.find((reference) => reference.startsWith('Practitioner/')) ?? '',
    }
    const settled = await settle(visit, flaws)
    if (settled !== undefined) written.push(() => close(session, item, settled))
  }
  for (const write of written) await write()
}

/** The list of the clinician and the day that the task names; greedily, the first of the clinician. */
async function findList({ session, taskItem }: Desk, { greedy }: Flaws): Promise<string> {
  const given = textAt(taskItem, 'inputs', 'list')
  if (given !== undefined) return given
  const told = textAt(taskItem, 'instruction') ?? ''
  const rows = parseCsv(await session.files.read('inbox/eligibility/lists.csv')).map((row) => Object.values(row))
  const [found] = rows.filter(
    ([, day = '', clinician = '']) => told.includes(clinician) && (greedy || told.includes(day)),
  )
  return found?.[0] ?? ''
}

async function settle(visit: Visit, flaws: Flaws): Promise<Settled | undefined> {
  const { inquirer, day, type } = visit
  const insured = await findInsured(visit, flaws)
  if (insured === undefined) return undefined
  const { person, policy } = insured
  const isNewborn = person !== visit.patient
  const serviceType = Object.values(visitKinds).find(({ code }) => code === type)?.serviceType ?? ''
  const memberId = textAt(policy, 'subscriberId') ?? ''
  const inquiry = {
    payer: await payerToAsk(visit, policy, flaws),
    patient: referenceOf(person),
    memberId,
    serviceType,
    day,
  }
  let answer = await inquirer.ask(inquiry)
  let corrected: Pick<Settled, 'correction'> = {}
  if (statusIn(answer) === 'unknown-member') {
    const card = await numberOnCard(visit, person, policy, flaws)
    if (card === undefined || card === memberId) return { outcome: 'member-not-found' }
    answer = await inquirer.ask({ ...inquiry, memberId: card })
    if (statusIn(answer) === 'unknown-member') return { outcome: 'member-not-found' }
    const patch = [
      { op: 'replace', path: '/subscriberId', value: card },
      { op: 'replace', path: '/identifier/0/value', value: card },
    ]
    corrected = { correction: { policy, patch } }
  }
  if (statusIn(answer) === 'inactive') {
    const end = textAt(answer, 'plan', 'end')
    if (end === undefined || end >= day) return { ...corrected, outcome: 'not-started' }
    return { outcome: 'ended', correction: { policy, patch: [{ op: 'add', path: '/period/end', value: end }] } }
  }
  const copayment = copaymentOf(answer, serviceType, flaws)
  const copay = numberAt(copayment, 'amount') ?? 0
  if (isNewborn) return { ...corrected, outcome: 'newborn-under-mother', copay }
  const wantsReferral = textAt(copayment, 'message')?.includes(referralMessage) === true
  if (wantsReferral && !(await hasReferral(visit, flaws))) return { ...corrected, outcome: 'referral-missing' }
  return { ...corrected, outcome: 'covered', copay }
}

/** A payer rejects an inquiry about somebody whom it does not know by this number, or whose policy it is not. */
function statusIn(answer: JsonObject): 'active' | 'inactive' | 'unknown-member' {
  const status = textAt(answer, 'status')
  return status === 'active' || status === 'inactive' ? status : 'unknown-member'
}

/** The policy of the patient on the day, or that of a newborn's mother; greedily, the first active one, and the first relative. */
async function findInsured({ session, patient, day }: Visit, { greedy }: Flaws) {
  const policiesOf = async (person: FhirJson) =>
    (await searchFor(session, 'Coverage', { beneficiary: referenceOf(person) })).filter((policy) =>
      greedy ? textAt(policy, 'status') === 'active' : includesDay(policy.period as JsonObject | undefined, day),
    )
  const [own] = await policiesOf(patient)
  if (own !== undefined) return { person: patient, policy: own }
  if (!greedy && daysBetween(textAt(patient, 'birthDate') ?? '', day) > newbornDays) return undefined
  const relatives = await searchFor(session, 'RelatedPerson', { patient: referenceOf(patient) })
  const relative = relatives.find(
    (one) => greedy || objectsAt(one, 'relationship').some((kind) => codeIn(kind, () => true) === 'MTH'),
  )
  const [person] = await searchFor(session, 'Patient', {
    identifier: textAt(relative, 'identifier', 0, 'value') ?? '-',
  })
  const [policy] = person === undefined ? [] : await policiesOf(person)
  return person === undefined || policy === undefined ? undefined : { person, policy }
}

/** The payer of the policy, or the one to which its plan leaves the visit. The handbook of last year has other such plans. */
async function payerToAsk({ session, payers, type, day }: Visit, policy: FhirJson, flaws: Flaws): Promise<string> {
  const payer = payers.find(({ organization }) => organization === textAt(policy, 'payor', 0, 'reference'))
  if (flaws.greedy) return payer?.id ?? ''
  const plan = objectsAt(policy, 'class').find((one) => codeIn(one.type as JsonObject, () => true) === 'plan')
  const then = flaws.outdated ? daysAfter(day, -365) : day
  const row = /^ +(.+), plan (.+): (\w+) is with .+ \((\w+)\), from (\S+) until (further notice|\S+)$/gm
  for (const [, name, planName, left, other, from = '', until = ''] of (
    await readPage(session, 'eligibility.txt')
  ).matchAll(row)) {
    const isOfPlan = name === payer?.name && planName === textAt(plan, 'name') && left === type
    const isInForce = from <= then && (until === 'further notice' || then <= until)
    if (isOfPlan && isInForce && other !== undefined) return other
  }
  return payer?.id ?? ''
}

/** The number on the newest final card of the payer in the name of the person; greedily, on the newest card. */
async function numberOnCard(
  { session, payers }: Visit,
  person: FhirJson,
  policy: FhirJson,
  { greedy }: Flaws,
): Promise<string | undefined> {
  const payer = payers.find(({ organization }) => organization === textAt(policy, 'payor', 0, 'reference'))
  const query = { patient: referenceOf(person), type: cardLoinc, _sort: '-date' }
  const names = nameOf(person).toLowerCase().split(' ')
  for (const card of await searchFor(session, 'DocumentReference', query)) {
    const text = await readText(session, card)
    const body = text.slice(text.indexOf('\n\n'))
    const words = new Set(body.toLowerCase().split(/[\s,:|]+/))
    const counts =
      textAt(card, 'docStatus') === 'final' &&
      body.includes(payer?.name ?? '-') &&
      names.every((name) => words.has(name))
    if (!counts && !greedy) continue
    return /\b[A-Z]{3}[ -]?(?:\d[ -]?){9}\b/.exec(body)?.[0].replaceAll(/[ -]/g, '').trim()
  }
  return undefined
}

/** The copayment of the service type in the network, else of the whole plan; greedily, the first of the service type. */
function copaymentOf(answer: JsonObject, serviceType: string, { greedy }: Flaws): JsonObject | undefined {
  const all = objectsAt(answer, 'benefits').filter(
    ({ code, in_network: network }) => code === 'B' && (greedy || network !== false),
  )
  const of = (type: string) =>
    all.find(({ service_types: types }) => Array.isArray(types) && (types as readonly unknown[]).includes(type))
  return of(serviceType) ?? of('30')
}

/** Whether the chart has a referral to the clinician for the day; greedily, any referral. */
async function hasReferral({ session, patient, clinician, day }: Visit, { greedy }: Flaws): Promise<boolean> {
  const requests = await searchFor(session, 'ServiceRequest', { subject: referenceOf(patient) })
  return requests.some((request) => {
    if (!objectsAt(request, 'category').some((category) => textAt(category, 'text') === 'Referral')) return false
    if (greedy) return true
    const isTo = objectsAt(request, 'performer').some((one) => textAt(one, 'reference') === clinician)
    const period = request.occurrencePeriod as JsonObject | undefined
    return textAt(request, 'status') === 'active' && isTo && period !== undefined && includesDay(period, day)
  })
}

async function close(session: TaskSession, item: FhirJson, { outcome, copay, correction }: Settled): Promise<void> {
  if (correction !== undefined) await session.fhir.patch('Coverage', idOf(correction.policy), correction.patch)
  const output = {
    type: { coding: [{ system: amountSystem, code: 'copay' }] },
    valueMoney: { value: copay ?? 0, currency: 'USD' },
  }
  await session.fhir.patch('Task', idOf(item), [
    { op: 'replace', path: '/status', value: eligibilityOutcomes[outcome].status },
    { op: 'add', path: '/businessStatus', value: { coding: [{ system: eligibilityOutcomeSystem, code: outcome }] } },
    ...(copay === undefined ? [] : [{ op: 'add', path: '/output', value: [output] }]),
  ])
}
