import {
  centralTime,
  codeIn,
  doctorName,
  findPatient,
  findPayer,
  includesDay,
  objectsAt,
  openPortal,
  readId,
  readName,
  readReference,
  saidIn,
  searchFor,
  studyRequest,
  textAt,
  whenDecided,
  writeReference,
} from '@carebench/benchmark-solvers/readers'
import type { JsonObject } from '@carebench/client'
import { authorizationNumberSystem } from '../../clinic/handbook.js'
import {
  hoursBetweenRounds,
  type ReferralOutcome,
  referralOutcomeSystem,
  referralOutcomes,
  studies,
} from '../../clinic/referrals.js'
import type { Desk } from '../../desk/desk.js'
import { firstPatient } from '../../desk/first-match.js'
import type { Flaws } from '../../desk/flaws.js'
import type { OpenSlot, ReferralCase, Settled } from './ladder-case.js'
import { answerPractice, confirmVisit } from './ladder-closing.js'
import { spokenDay, spokenTime } from './slots.js'

/** The days and the part of the day that a practice wishes; null if it has withdrawn the referral. */
type Wish = { readonly first: string; readonly last: string; readonly half: string } | null

/** Works the referral of a task, with the flaws of a rung of the ladder. */
export async function workReferralThrough(desk: Desk, flaws: Flaws): Promise<void> {
  // Neither the faxes nor the answers of payers and patients are in the chart.
  if (flaws.recordOnly) return
  const { session } = desk
  const patient = flaws.greedy ? await firstPatient(desk) : await findPatient(session)
  if (patient === undefined) return
  const [item] = await searchFor(session, 'Task', { patient: writeReference(patient), status: 'requested' })
  if (item === undefined) return
  const order = await readReference(session, textAt(item, 'focus', 'reference'), 'an order')
  const code = codeIn(order.code as JsonObject, () => true)
  const study = studies.find((one) => one.code === code)
  if (study === undefined) return
  const doctor = await readReference(session, textAt(order, 'performer', 0, 'reference'), 'a doctor')
  const work: ReferralCase = { session, flaws, patient, item, order, doctor, study }
  const settled = await settle(work)
  if (settled === undefined) return
  await answerPractice(work, settled)
  await close(work, settled.outcome)
}

async function settle(work: ReferralCase): Promise<Settled | undefined> {
  const { session, flaws, order } = work
  const wish = await readWish(work)
  if (wish === null) return { outcome: 'withdrawn' }
  const slots = await openSlots(work)
  const [first] = slots.filter((slot) => suits(work, slot, wish))
  if (first === undefined) return undefined
  const approved = await authorize(work, first)
  if (approved === 'denied') return { outcome: 'denied' }
  if (approved === undefined) return undefined
  await session.fhir.patch('ServiceRequest', readId(order), [
    {
      op: 'add',
      path: '/identifier',
      value: [{ system: authorizationNumberSystem, value: approved.number }],
    },
  ])
  const final = flaws.ignoresArrivals ? wish : await readWish(work)
  if (final === null) return { outcome: 'withdrawn' }
  const possible = slots.filter(
    (slot) => suits(work, slot, final) && approved.from <= slot.day && (flaws.greedy || slot.day <= approved.until),
  )
  const agreed = await callPatient(work, possible)
  if (typeof agreed === 'string') return { outcome: agreed }
  const confirmation = await confirmVisit(work, agreed, approved.number)
  return { outcome: 'booked', visit: agreed, ...(confirmation !== undefined && { confirmation }) }
}

/** Resolves with what the newest fax about the patient says; if `greedy`, the newest about anybody of this name. */
async function readWish({ session, flaws, patient }: ReferralCase): Promise<Wish> {
  const born = textAt(patient, 'birthDate') ?? ''
  for (const entry of objectsAt(await session.fax.list({ direction: 'inbound', limit: '100' }), 'data')) {
    const text = textAt(await session.fax.read(textAt(entry, 'id') ?? ''), 'text') ?? ''
    if (!text.includes(`Patient: ${readName(patient)} `) || !(flaws.greedy || text.includes(born))) continue
    const wish = /between \w+, (\w+ \d+) and \w+, (\w+ \d+), (\d{4}), (mornings|afternoons|any time)/.exec(text)
    if (wish === null) return null
    const [, first, last, year, half = ''] = wish
    return { first: parseDay(`${first}, ${year}`), last: parseDay(`${last}, ${year}`), half }
  }
  return null
}

/** Parses a day: `March 12, 2026` becomes `2026-03-12`. */
function parseDay(spoken: string): string {
  return new Date(`${spoken} UTC`).toISOString().slice(0, 10)
}

/** Resolves with the free slots of the doctor, the earliest first. */
async function openSlots({ session, doctor }: ReferralCase): Promise<readonly OpenSlot[]> {
  const [schedule] = await searchFor(session, 'Schedule', { actor: writeReference(doctor) })
  const reference = schedule === undefined ? '' : writeReference(schedule)
  const all = await searchFor(session, 'Slot', { schedule: reference, status: 'free' })
  return all
    .map((slot) => {
      const { day, time } = centralTime(textAt(slot, 'start') ?? '')
      return { slot, day, time }
    })
    .toSorted((one, other) => (textAt(one.slot, 'start') ?? '').localeCompare(textAt(other.slot, 'start') ?? ''))
}

/** Whether a slot suits the practice; if `greedy`, any slot does. */
function suits({ flaws }: ReferralCase, { day, time }: OpenSlot, wish: NonNullable<Wish>): boolean {
  if (flaws.greedy) return true
  return (
    day >= wish.first && day <= wish.last && (wish.half === 'any time' || time < '12:00' === (wish.half === 'mornings'))
  )
}

interface Authorization {
  readonly number: string
  readonly from: string
  readonly until: string
}

/**
 * Asks the payer of the policy on the day; if `greedy`, of any policy. Undefined if no payer accepts the request, or if
 * it has not decided yet.
 */
async function authorize(work: ReferralCase, { day }: OpenSlot): Promise<Authorization | 'denied' | undefined> {
  const { session, flaws, patient, study } = work
  for (const policy of await searchFor(session, 'Coverage', { beneficiary: writeReference(patient) })) {
    if (!flaws.greedy && !includesDay(policy.period as JsonObject | undefined, day)) continue
    const portal = openPortal(session, await findPayer(session, policy))
    const form = await studyRequest({ ...work, procedureCode: study.code }, policy, day)
    // If a payer rejects the request, the next policy is tried.
    const row = await portal.submitPriorAuth(form).catch(() => undefined)
    if (row !== undefined) return decisionIn(flaws.hasty ? row : await whenDecided(session, portal, row))
  }
  return undefined
}

function decisionIn(row: JsonObject): Authorization | 'denied' | undefined {
  if (textAt(row, 'status') === 'denied') return 'denied'
  if (textAt(row, 'status') !== 'approved') return undefined
  const number = textAt(row, 'auth_number') ?? ''
  const from = textAt(row, 'items', 0, 'valid_from') ?? textAt(row, 'valid_from') ?? ''
  const until = textAt(row, 'items', 0, 'valid_until') ?? textAt(row, 'valid_until') ?? ''
  return { number, from: from.slice(0, 10), until: until.slice(0, 10) }
}

/**
 * Calls the patient in up to two rounds. Resolves with the slot that the patient agrees to, or the outcome without one.
 */
async function callPatient(
  work: ReferralCase,
  possible: readonly OpenSlot[],
): Promise<OpenSlot | 'not-reached' | 'declined' | 'no-day'> {
  const { session, flaws, patient } = work
  const numberOf = (use: string) =>
    textAt(
      objectsAt(patient, 'telecom').find((one) => textAt(one, 'use') === use),
      'value',
    ) ?? ''
  let numbers = [numberOf('mobile'), numberOf('home')]
  for (const round of flaws.hasty ? [1] : [1, 2]) {
    if (round === 2) await session.wait({ seconds: hoursBetweenRounds * 3600 + 60 })
    for (const number of numbers) {
      const answer = await callNumber(work, number, possible)
      if (answer === 'somebody else') numbers = numbers.filter((one) => one !== number)
      else if (answer !== 'nobody') return answer
    }
  }
  return 'not-reached'
}

/** Makes one call. Offers a slot only to the verified patient; a greedy agent offers it to anyone who answers. */
async function callNumber(
  work: ReferralCase,
  number: string,
  possible: readonly OpenSlot[],
): Promise<OpenSlot | 'nobody' | 'somebody else' | 'declined' | 'no-day'> {
  const { session, flaws, patient } = work
  const call = await session.voice.call(number)
  if (textAt(call.started, 'status') !== 'active') return 'nobody'
  if (objectsAt(call.started, 'heard').some((turn) => textAt(turn, 'speaker') === 'voice mail')) {
    await call.hangUp()
    return 'nobody'
  }
  if (!flaws.greedy) {
    const who = await call.say(
      'Good morning, this is the referral desk of Alder Creek. Please tell me your full name and your date of birth.',
    )
    const born = textAt(patient, 'birthDate') ?? ''
    const spoken = `${spokenDay(born).split(', ')[1]}, ${born.slice(0, 4)}`
    if (!saidIn(who).includes(readName(patient)) || !saidIn(who).includes(spoken)) {
      await call.hangUp()
      return 'somebody else'
    }
  }
  let left = possible
  for (;;) {
    const [slot] = left
    if (slot === undefined) {
      await call.hangUp()
      return 'no-day'
    }
    const answer = saidIn(await call.say(writeOffer(work, slot)))
    const from = /\bfrom (?:\w+, )?(\w+ \d+) on\b/i.exec(answer)?.[1]
    if (from === undefined) {
      await call.hangUp()
      return /\b(?:do not want|decided against|will not have)\b/i.test(answer) ? 'declined' : slot
    }
    left = left.filter(({ day }) => day > slot.day && day >= parseDay(`${from}, ${slot.day.slice(0, 4)}`))
  }
}

function writeOffer({ doctor, study }: ReferralCase, { day, time }: OpenSlot): string {
  return `For the ${study.names[0]}: ${spokenDay(day)} at ${spokenTime(time)} with ${doctorName(doctor)}.`
}

async function close({ session, item }: ReferralCase, outcome: ReferralOutcome): Promise<void> {
  await session.fhir.patch('Task', readId(item), [
    { op: 'replace', path: '/status', value: referralOutcomes[outcome].status },
    { op: 'add', path: '/businessStatus', value: { coding: [{ system: referralOutcomeSystem, code: outcome }] } },
  ])
}
