import {
  type Answer,
  type CriticalLimits,
  codeIn,
  correctResult,
  fileResult,
  isCritical,
  type LaboratoryResult,
  numberAt,
  objectsAt,
  onCallAt,
  parseCriticalLimits,
  parsePhones,
  parseShifts,
  type ResultMessage,
  readBack,
  readName,
  readPage,
  readResult,
  recordReadBack,
  searchFor,
  textAt,
  writeAnswer,
  writeReference,
} from '@carebench/benchmark-solvers/readers'
import type { JsonObject, TaskSession } from '@carebench/client'
import { dialysisCode, placerSystem } from '../../clinic/laboratory.js'
import type { Desk } from '../../desk/desk.js'
import type { Flaws } from '../../desk/flaws.js'

interface Work {
  readonly session: TaskSession
  readonly limits: readonly CriticalLimits[]
  readonly flaws: Flaws
}

/**
 * Works the inbox of the laboratory, with the flaws of a rung of the ladder. Nothing arrives during the work, so
 * `hasty` and `ignoresArrivals` have no effect.
 */
export async function workLabInbox({ session }: Desk, flaws: Flaws): Promise<void> {
  // Results come only by HL7, so the chart alone gives no work.
  if (flaws.recordOnly) return
  const work: Work = { session, limits: parseCriticalLimits(await readPage(session, 'laboratory.txt')), flaws }
  const messages: ResultMessage[] = []
  for await (const message of session.hl7.inbox()) messages.push(readResult(message))
  for (const message of messages.toSorted((one, other) => one.sentAt.localeCompare(other.sentAt))) {
    const answer = await workMessage(work, message)
    const { now } = await session.clock()
    await session.hl7.send(writeAnswer(message.controlId, answer, now))
  }
}

async function workMessage(work: Work, message: ResultMessage): Promise<Answer> {
  const { session, flaws } = work
  const found = await identify(work, message)
  if ('code' in found) return found
  if (message.status === 'P' && !flaws.greedy) {
    if (await mustBeCalled(work, found)) await tell(work, found)
    return { code: 'AA' }
  }
  const filed = await searchFor(session, 'Observation', { 'based-on': writeReference(found.order) })
  const isRepeated = filed.some((one) => numberAt(one, 'valueQuantity', 'value') === Number(message.value))
  if (message.status === 'F' && textAt(found.order, 'status') === 'completed' && isRepeated && !flaws.greedy) {
    return { code: 'AA' }
  }
  if (await mustBeCalled(work, found)) await tell(work, found)
  const [observation] = filed
  if (message.status === 'C' && observation !== undefined) await correctResult(session, message, observation)
  else await fileResult(session, found)
  return { code: 'AA' }
}

/**
 * Finds the patient and the order of a message, or returns the answer that sends it back. If `greedy`, compares neither
 * name nor date of birth, and accepts any order with the number.
 */
async function identify({ session, flaws }: Work, message: ResultMessage): Promise<LaboratoryResult | Answer> {
  const { recordNumber, family, given, birthDate, order: placer, test } = message
  const [patient] = await searchFor(session, 'Patient', { identifier: recordNumber })
  if (patient === undefined) return { code: 'AE', reason: 'IDENTITY' }
  const [name] = objectsAt(patient, 'name')
  const chart = [textAt(name, 'family'), textAt(name, 'given', 0), textAt(patient, 'birthDate')].join().toLowerCase()
  if (!flaws.greedy && chart !== [family, given, birthDate].join().toLowerCase())
    return { code: 'AE', reason: 'IDENTITY' }
  const [order] = await searchFor(session, 'ServiceRequest', { identifier: `${placerSystem}|${placer}` })
  const isRight =
    order !== undefined &&
    (flaws.greedy ||
      (textAt(order, 'subject', 'reference') === writeReference(patient) &&
        codeIn(order.code as JsonObject, (system) => system === 'http://loinc.org') === test &&
        ['active', 'completed'].includes(textAt(order, 'status') ?? '')))
  return isRight ? { message, patient, order } : { code: 'AE', reason: 'ORDER' }
}

/**
 * Whether the value is critical by the list; if `greedy`, by the flag. Last year's handbook had the same limits for
 * patients on dialysis.
 */
async function mustBeCalled(
  { session, limits, flaws }: Work,
  { message, patient }: LaboratoryResult,
): Promise<boolean> {
  if (flaws.greedy) return message.flag === 'HH' || message.flag === 'LL'
  const ofTest = limits.find(({ test }) => test === message.test)
  const problems = await searchFor(session, 'Condition', { patient: writeReference(patient), code: dialysisCode })
  const isOnDialysis =
    !flaws.outdated &&
    problems.some((one) => codeIn(one.clinicalStatus as JsonObject | undefined, () => true) === 'active')
  return ofTest !== undefined && isCritical(ofTest, Number(message.value), message.unit, isOnDialysis)
}

/**
 * Has the value read back, and records it. If `outdated`, ignores changes of the roster; if `greedy`, takes the first
 * clinician on the roster as on call.
 */
async function tell({ session, limits, flaws }: Work, found: LaboratoryResult): Promise<void> {
  const { message, patient, order } = found
  const phones = parsePhones(await readPage(session, 'phones.txt'))
  const page = await readPage(session, 'on-call.txt')
  const shifts = parseShifts(flaws.outdated ? `${page.split(/^Changes$/m)[0]}Changes\nNone.\n` : page)
  const { now } = await session.clock()
  const onCall = flaws.greedy ? shifts[0]?.clinician : onCallAt(shifts, now)
  const { birthDate, value, unit } = message
  const test = limits.find((one) => one.test === message.test)?.name ?? ''
  const result = { name: readName(patient), birthDate, test, value, unit }
  for (const clinician of [textAt(order, 'requester', 'reference') ?? '', onCall ?? '']) {
    const phone = phones.get(clinician) ?? ''
    // A clinician who is not on call takes no result and gives no code.
    const code = await (flaws.greedy
      ? tellOnce(session, phone, result)
      : readBack(session, phone, result).catch(() => undefined))
    if (code === undefined) continue
    await recordReadBack(session, found, clinician, code)
    return
  }
}

/** Reports the value, and confirms any read-back, right or wrong. */
async function tellOnce(
  session: TaskSession,
  phone: string,
  { name, birthDate, test, value, unit }: Parameters<typeof readBack>[2],
): Promise<string | undefined> {
  const call = await session.voice.call(phone)
  if (textAt(call.started, 'status') !== 'active') return undefined
  await call.say(`${name}, born ${birthDate}, has a critical ${test} of ${value} ${unit}.`)
  const heard = objectsAt(await call.say('Yes.'), 'heard').map((turn) => textAt(turn, 'text') ?? '')
  await call.hangUp()
  return /\bRB-?\d{5}\b/.exec(heard.join(' '))?.[0]
}
