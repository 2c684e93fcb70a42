import { add, closedMembers, patchChart, replace, wait } from '../../builders/calls.js'
import { collect } from '../../builders/collect.js'
import { instead } from '../../builders/counters.js'
import { hoursBetweenRounds } from '../../clinic/referrals.js'
import { today } from '../../clinic/today.js'
import type { Counter, SolutionCall } from '../../task.js'
import { bookedSlot, type Facts, isCalled, isRequested, outcomeFor, writeLine } from './facts.js'
import { labels } from './labels.js'
import type { Slot } from './slots.js'
import { confirm, writeConfirmation } from './visit-calls.js'
import {
  call,
  callPatient,
  closeItem,
  closingFor,
  isWait,
  listCalls,
  makeParts,
  offer,
  otherwise,
  revoke,
  talk,
} from './work.js'

/** Returns counterexamples that do the right things at the wrong time, or more often than the page says. */
export function orderCounters(facts: Facts): readonly Counter[] {
  const slot = bookedSlot(facts)
  return collect<Counter>(
    isCalled(facts) && roundCounters(facts),
    slot && visitCounters(facts, slot),
    facts.branch === 'withdrawn' &&
      isRequested(facts) &&
      instead('revoke the order on a guess', [revoke(facts), ...listCalls(makeParts(facts))], labels.order),
    otherwise(facts)('record the outcome in two writes', { close: outcomeInTwo(facts) }, labels.writtenOnce('Task')),
  )
}

const cancelVisit: SolutionCall = { method: 'DELETE', path: 'fhir/Appointment/{{visit}}' }

function outcomeInTwo({ taskId, branch }: Facts): readonly SolutionCall[] {
  const { status = '', businessStatus = '' } = closedMembers(closingFor(outcomeFor(branch)))
  return [
    patchChart(`Task/${taskId}`, replace('/status', status)),
    patchChart(`Task/${taskId}`, add('/businessStatus', businessStatus)),
  ]
}

function roundCounters(facts: Facts): readonly Counter[] {
  const { answers, person, branch } = facts
  const { call: called } = makeParts(facts)
  const mistake = otherwise(facts)
  const again = (name: string, seconds: number) =>
    mistake(name, { call: called.flatMap((one) => (isWait(one) ? wait(seconds) : one)) }, labels.rounds)
  const homeBefore = { call: homeFirst(called, [person.mobile, person.home]) }
  return collect<Counter>(
    called.some(isWait) && [
      again('call a second time after ten minutes', 600),
      again('call a second time on the next day', 26 * 3600),
      again('call a second time an hour too early', (hoursBetweenRounds - 1) * 3600),
    ],
    answers.mobile !== 'patient' && mistake('call the home number before the mobile one', homeBefore, labels.rounds),
    branch !== 'not-reached' && talkCounters(facts),
  )
}

/** Returns counterexamples that say something else to the patient than the page. */
function talkCounters(facts: Facts): readonly Counter[] {
  const [asking = '', ...offers] = talk(facts)
  const said = (name: string, turns: readonly string[], label: string) =>
    otherwise(facts)(name, { call: callPatient(facts, 0, [asking, ...turns]) }, label)
  const pressing = 'It is dangerous to wait, and there will be a fee if you do not come.'
  const withoutStudy = offers.map((text) => text.replace(/^.*?: /, ''))
  const repeated = [offers[0] ?? '', offer(facts, facts.offered), ...offers.slice(1)]
  return collect<Counter>(
    said('press the patient', [...offers, pressing], labels.scripted),
    said('offer without the study', withoutStudy, labels.offered),
    facts.reaction !== 'agrees' && said('offer once more what the patient has declined', repeated, labels.refusedOnce),
  )
}

/** Returns the calls with the first call to the home number before the first one to the mobile number. */
function homeFirst(calls: readonly SolutionCall[], [mobile, home]: readonly [string, string]): readonly SolutionCall[] {
  const isStart = ({ path }: SolutionCall) => path === 'voice/calls'
  const starts = calls.flatMap((one, index) => (isStart(one) ? [index] : []))
  const to = (index: number) => JSON.stringify(calls[index])
  const [first = 0, second = 0] = starts
  if (!to(first).includes(mobile) || !to(second).includes(home)) return calls
  const third = calls.findIndex((one, index) => index > second && (isStart(one) || isWait(one)))
  const end = third < 0 ? calls.length : third
  return [...calls.slice(second, end), ...calls.slice(first, second), ...calls.slice(end)]
}

function visitCounters(facts: Facts, slot: Slot): readonly Counter[] {
  const { authorize, book: booking, confirm: confirming, record } = makeParts(facts)
  const [visit, busy] = booking
  const mistake = otherwise(facts)
  const waits = confirming.filter(isWait)
  const inventing = confirm(facts, slot).map(
    (one): SolutionCall => JSON.parse(JSON.stringify(one).replace('{{number}}', 'PA00000001')),
  )
  const early = call('early', writeLine(facts, today), [])
  return collect<Counter>(
    visit &&
      busy &&
      mistake(
        'take the slot before the patient has agreed',
        { authorize: [...authorize, busy], book: [visit] },
        labels.agreedFirst,
      ),
    mistake(
      'call scheduling before anything is booked',
      { authorize: [...authorize, ...waits, ...early] },
      labels.bookedFirst,
    ),
    mistake(
      'tell scheduling a number that the payer has not given',
      { confirm: [...waits, ...inventing] },
      labels.authorization,
    ),
    mistake(
      'book, cancel, and book again',
      { book: visit === undefined ? booking : [visit, cancelVisit, ...booking] },
      labels.bookedOnce,
    ),
    mistake(
      'write a wrong confirmation number first',
      { record: [writeConfirmation({ confirmation: 'RC-00000' }), ...record] },
      labels.writtenOnce('Appointment'),
    ),
    mistake(
      'record the visit as booked before scheduling has confirmed it',
      { confirm: [closeItem(facts, 'booked'), ...confirming], close: [] },
      labels.closedLast,
    ),
  )
}
