import type { FhirJson, JsonObject, TaskSession } from '@carebench/client'
import { codeIn, readName, searchFor, theOnly, writeReference } from './chart.js'
import { readPage } from './handbook.js'
import { needed, numberAt, objectsAt, textAt } from './json.js'
import { correctResult, fileResult, type LaboratoryResult, recordReadBack } from './laboratory-chart.js'
import {
  type CriticalLimits,
  isCritical,
  onCallAt,
  parseCriticalLimits,
  parsePhones,
  parseShifts,
  type Shift,
} from './laboratory-handbook.js'
import { type Answer, type ResultMessage, readResult, writeAnswer } from './laboratory-message.js'
import { readBack } from './read-back.js'
import type { Solver } from './solver.js'

interface Desk {
  readonly session: TaskSession
  readonly limits: readonly CriticalLimits[]
  readonly phones: ReadonlyMap<string, string>
  readonly shifts: readonly Shift[]
}

const placerOrder = 'https://carebench.example.org/placer-order'
const loinc = 'http://loinc.org'
const dialysis = 'Z99.2'

/** Files the results of the laboratory, from the inbox of the HL7 interface into the chart. */
export const labInbox: Solver = {
  family: 'lab-inbox',
  async solve(session) {
    const laboratory = await readPage(session, 'laboratory.txt')
    const desk: Desk = {
      session,
      limits: parseCriticalLimits(laboratory),
      phones: parsePhones(await readPage(session, 'phones.txt')),
      shifts: parseShifts(await readPage(session, 'on-call.txt')),
    }
    const messages: ResultMessage[] = []
    for await (const message of session.hl7.inbox()) messages.push(readResult(message))
    for (const message of await inOrderOfUrgency(desk, messages)) {
      const answer = await work(desk, message)
      const { now } = await session.clock()
      const { ack_code: code } = await session.hl7.send(writeAnswer(message.controlId, answer, now))
      if (code !== 'AA') throw new Error(`Expected an answer that the interface accepts, got ${code}.`)
    }
    return undefined
  },
}

/** Sorts messages: those of orders with a critical value first, and then as they were sent. */
async function inOrderOfUrgency(desk: Desk, messages: readonly ResultMessage[]): Promise<readonly ResultMessage[]> {
  const urgent = new Set<string>()
  for (const message of messages) {
    const found = await identify(desk, message)
    if (!('code' in found) && (await isCriticalFor(desk, found))) urgent.add(message.order)
  }
  const rank = ({ order }: ResultMessage): number => (urgent.has(order) ? 0 : 1)
  return [...messages].sort((one, other) => rank(one) - rank(other) || one.sentAt.localeCompare(other.sentAt))
}

async function work(desk: Desk, message: ResultMessage): Promise<Answer> {
  const found = await identify(desk, message)
  if ('code' in found) return found
  if (message.status === 'P') {
    if (await isCriticalFor(desk, found)) await reportCritical(desk, found)
    return { code: 'AA' }
  }
  const filed = await searchFor(desk.session, 'Observation', { 'based-on': writeReference(found.order) })
  const isCompleted = textAt(found.order, 'status') === 'completed'
  if (message.status === 'F' && isCompleted) {
    if (filed.some((observation) => isRepeated(message, observation))) return { code: 'AA' }
    throw new Error(`Expected a repetition for the completed order ${message.order}, got another value or time.`)
  }
  if (await isCriticalFor(desk, found)) await reportCritical(desk, found)
  if (message.status === 'F') await fileResult(desk.session, found)
  else if (message.status === 'C') await correct(desk.session, message, theOnly(filed, `result of ${message.order}`))
  else throw new Error(`Expected a result that is preliminary, final or corrected, got ${message.status}.`)
  return { code: 'AA' }
}

/** Finds the patient and the order of a message, or why to return it, by sections 2 and 3 of `laboratory.txt`. */
async function identify(
  { session }: Desk,
  message: ResultMessage,
): Promise<LaboratoryResult | (Answer & { code: 'AE' })> {
  const [patient, ...others] = await searchFor(session, 'Patient', { identifier: message.recordNumber })
  if (patient === undefined || others.length > 0 || !isPatient(message, patient))
    return { code: 'AE', reason: 'IDENTITY' }
  const [order, ...more] = await searchFor(session, 'ServiceRequest', { identifier: `${placerOrder}|${message.order}` })
  const isRight =
    order !== undefined &&
    more.length === 0 &&
    textAt(order, 'subject', 'reference') === writeReference(patient) &&
    codeIn(order.code as JsonObject, (system) => system === loinc) === message.test &&
    ['active', 'completed'].includes(textAt(order, 'status') ?? '')
  return isRight ? { message, patient, order } : { code: 'AE', reason: 'ORDER' }
}

function isPatient({ family, given, birthDate }: ResultMessage, patient: FhirJson): boolean {
  const [name] = objectsAt(patient, 'name')
  const isSame = (one: string, other: string | undefined): boolean => one.toLowerCase() === other?.toLowerCase()
  return (
    isSame(family, textAt(name, 'family')) &&
    isSame(given, textAt(name, 'given', 0)) &&
    birthDate === textAt(patient, 'birthDate')
  )
}

function isRepeated({ value, collectedAt }: ResultMessage, observation: FhirJson): boolean {
  const time = textAt(observation, 'effectiveDateTime')
  const isSameTime = time !== undefined && Date.parse(time) === Date.parse(collectedAt)
  return isSameTime && numberAt(observation, 'valueQuantity', 'value') === Number(value)
}

async function correct(session: TaskSession, message: ResultMessage, observation: FhirJson): Promise<void> {
  const unit = textAt(observation, 'valueQuantity', 'unit')
  if (unit !== message.unit) throw new Error(`Expected a correction in ${unit}, got ${message.unit}.`)
  await correctResult(session, message, observation)
}

/** Whether the value of a result is critical for its patient, by section 6. */
async function isCriticalFor({ session, limits }: Desk, { message, patient }: LaboratoryResult): Promise<boolean> {
  const ofTest = needed(
    limits.find(({ test }) => test === message.test),
    `${message.test} in the list of critical values`,
  )
  const problems = await searchFor(session, 'Condition', { patient: writeReference(patient), code: dialysis })
  const isOnDialysis = problems.some(
    (problem) => codeIn(problem.clinicalStatus as JsonObject | undefined, () => true) === 'active',
  )
  return isCritical(ofTest, Number(message.value), message.unit, isOnDialysis)
}

/** Calls the ordering clinician, or else the one on call, and records the read-back, by section 6, a to d. */
async function reportCritical({ session, limits, phones, shifts }: Desk, found: LaboratoryResult): Promise<void> {
  const { message, patient, order } = found
  const result = {
    name: readName(patient),
    birthDate: message.birthDate,
    test: needed(limits.find(({ test }) => test === message.test)?.name, 'a name of the test'),
    value: message.value,
    unit: message.unit,
  }
  const { now } = await session.clock()
  for (const clinician of [textAt(order, 'requester', 'reference'), onCallAt(shifts, now)]) {
    const phone = needed(phones.get(clinician ?? ''), `a telephone number of ${clinician}`)
    const code = await readBack(session, phone, result)
    if (code === undefined) continue
    await recordReadBack(session, found, needed(clinician, 'a clinician'), code)
    return
  }
  throw new Error(`Expected a clinician who hears the result of ${message.order}, nobody answered.`)
}
