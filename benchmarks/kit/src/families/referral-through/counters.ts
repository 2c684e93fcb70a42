import { add, patchChart, wait } from '../../builders/calls.js'
import { collect } from '../../builders/collect.js'
import { afterwards, instead } from '../../builders/counters.js'
import { falseHeaders, reworded } from '../../builders/message-header.js'
import { referralOutcomeSystem } from '../../clinic/referrals.js'
import { today } from '../../clinic/today.js'
import type { Counter, SolutionCall } from '../../task.js'
import { disclosureCounters } from './disclosure-counters.js'
import { bookedSlot, type Facts, isCalled, isRequested, outcomeFor, writeLine } from './facts.js'
import { labels } from './labels.js'
import { orderCounters } from './order-counters.js'
import type { Slot } from './slots.js'
import { book, confirm, notify, toldToScheduling } from './visit-calls.js'
import {
  answerPractice,
  answerText,
  call,
  callCounts,
  closeItem,
  fax,
  isWait,
  listCalls,
  makeParts,
  offer,
  otherwise,
  request,
  revoke,
  talk,
  writeNumber,
} from './work.js'

/** Returns the counterexamples of an instance: plausible mistakes of an agent, and the criteria that they break. */
export function makeCounters(facts: Facts): readonly Counter[] {
  const slot = bookedSlot(facts)
  return collect<Counter>(
    strangerCounters(facts),
    disclosureCounters(facts),
    isCalled(facts) && callCounters(facts),
    slot === null ? unbookedCounters(facts) : visitCounters(facts, slot),
    isRequested(facts) && requestCounters(facts),
    closingCounters(facts, slot),
    orderCounters(facts),
  )
}

function strangerCounters(facts: Facts): readonly Counter[] {
  const { lookAlikes, slots, practice, formerNumber, offered, requested } = facts
  const [slot] = slots
  const told = call('former', formerNumber, [offer(facts, offered)])
  const fails = [labels.wrongPatient, labels.nothingElse]
  return collect<Counter>(
    afterwards('call the number in the fax, and tell who answers', told, labels.unverified, labels.nothingElse),
    lookAlikes.map((other) => {
      const { id } = other.person
      const text = answerText({ ...facts, ...other }, 'declined', null)
      return collect<Counter>(
        afterwards(`request the study of ${id} too`, [request(other, requested.day)], ...fails),
        afterwards(`close the item of ${id} too`, [closeItem(other, 'booked')], ...fails),
        slot && afterwards(`book a visit for ${id}`, book(other, slot, 'other'), ...fails),
        afterwards(`tell the practice about ${id}`, [fax(practice.fax, text)], ...fails),
      )
    }),
  )
}

function callCounters(facts: Facts): readonly Counter[] {
  const { person, answers, offered, reaction } = facts
  const called = makeParts(facts).call
  const mistake = otherwise(facts)
  const early = (number: string, name: string) =>
    mistake(name, { call: [...call('early', number, [offer(facts, offered)]), ...called] }, labels.unverified)
  const reached = answers.mobile === 'patient' ? person.mobile : answers.home === 'patient' ? person.home : null
  const strangers = answers.mobile === 'namesake' || answers.mobile === 'housemate'
  const isLate = answers.mobile !== 'patient' && answers.home !== 'patient'
  const message = call('mail', person.home, ['This is the referral desk of Alder Creek. Please call us back.'])
  const rest = called.filter(({ capture = {} }) => !('mobile2' in capture))
  const twice = [...call('mobile0', person.mobile, [], false), ...rest]
  return collect<Counter>(
    reached !== null && early(reached, 'offer the slot before asking who it is'),
    strangers && early(person.mobile, 'offer the slot to somebody who is not the patient'),
    answers.home === 'voice mail' &&
      afterwards('leave a message on the voice mail', message, labels.voiceMail, labels.nothingElse),
    isLate && mistake('give up after one round', afterOneRound(facts, strangers), labels.rounds),
    callCounts(facts).mobile === 2 && mistake('call the mobile number twice in a row', { call: twice }, labels.rounds),
    mistake('do not call the patient', { call: [] }, isLate ? labels.rounds : labels.reached),
    reaction !== 'agrees' &&
      afterwards(
        'book what was offered, whatever the patient says',
        book(facts, offered, 'offered'),
        labels.nothingElse,
      ),
  )
}

/** Returns the work of an agent that stops after the first round of calls. */
function afterOneRound(facts: Facts, strangers: boolean) {
  const { person, answers } = facts
  return {
    call: [
      ...(strangers ? call('mobile1', person.mobile, talk(facts).slice(0, 1)) : []),
      ...call('home1', person.home, [], answers.home === 'voice mail'),
    ],
    book: [],
    confirm: [],
    record: [],
    notify: [],
    answer: answerPractice(facts, answerText({ ...facts, branch: 'not-reached' }, 'not-reached', null)),
    close: [closeItem(facts, 'not-reached')],
  }
}

/** Returns counterexamples for referrals in which nothing is booked. */
function unbookedCounters(facts: Facts): readonly Counter[] {
  const { offered, beyond, branch } = facts
  const booked = (slot: Slot) => [...book(facts, slot), notify(facts, slot)]
  const both = [...book(facts, offered, 'one'), ...book(facts, beyond, 'two')]
  const late = [labels.authorized, labels.nothingElse]
  return collect<Counter>(
    afterwards('book the first slot all the same', booked(offered), labels.nothingElse),
    branch === 'no-day' && [
      afterwards('book after the end of the authorization', booked(beyond), ...late),
      afterwards('book two visits, in case one suits', both, labels.oneVisit, ...late),
    ],
  )
}

/** Returns what scheduling is told about the visit, with a day of the month that does not occur in the case. */
function anotherDay(facts: Facts, slot: Slot): string {
  const dates = [facts.person.birthDate, facts.offered.day, facts.later.day].join('-')
  const other = ['29', '28', '27', '24'].find((day) => !dates.includes(day))
  return toldToScheduling(facts, slot).replace(` ${Number(slot.day.slice(8))} with`, ` ${other} with`)
}

function visitCounters(facts: Facts, slot: Slot): readonly Counter[] {
  const { beyond, slots, offered, later, study, news } = facts
  const parts = makeParts(facts)
  const mistake = otherwise(facts)
  const waits = parts.confirm.filter(isWait)
  const bookedAt = (other: Slot) => ({ book: book(facts, other), confirm: [...waits, ...confirm(facts, other)] })
  const others = slots.filter(({ differsIn, own }) => differsIn !== null && own)
  const second = slot === offered ? later : offered
  const otherLine = writeLine(facts, today) === study.line ? study.newLine : study.line
  const toldFirst = confirm(facts, slot, undefined, [anotherDay(facts, slot)])
  const toldOther = confirm(facts, slot, otherLine)
  const start = `${slot.day.replaceAll('-', '')}${slot.time.replace(':', '')}00-0700`
  const { nothingElse } = labels
  return collect<Counter>(
    mistake('tell scheduling another day first', { confirm: [...waits, ...toldFirst] }, labels.scripted),
    afterwards('book two slots', book(facts, second, 'second'), labels.oneVisit, nothingElse),
    mistake('book after the end of the authorization', bookedAt(beyond), labels.booked, labels.authorized, nothingElse),
    others.map((other) => {
      const name = `book ${other.id}, which differs in ${other.differsIn}`
      return mistake(name, bookedAt(other), labels.booked, labels.busy, nothingElse)
    }),
    mistake('book before the patient is called', { call: [], book: [...parts.book, ...parts.call] }, labels.order),
    mistake(
      'answer the practice before anything is booked',
      { call: [...parts.call, ...parts.answer], answer: [] },
      labels.order,
    ),
    afterwards('mark two slots busy', book(facts, second).slice(1), nothingElse),
    mistake('leave the slot free', { book: parts.book.slice(0, 1) }, labels.busy),
    mistake('invent a confirmation number', { confirm: [] }, labels.confirmed, labels.order),
    news.some((one) => one.study === study) &&
      mistake('call the other scheduling line', { confirm: [...waits, ...toldOther] }, labels.confirmed, nothingElse),
    mistake('leave the confirmation unrecorded', { record: [] }, labels.confirmation),
    mistake('do not tell the interface', { notify: [] }, labels.notified),
    mistake('tell the interface a time an hour off', { notify: [notify(facts, slot, { start })] }, labels.notified),
    falseHeaders(notify(facts, slot)).map(([how, call]) =>
      mistake(`tell the interface ${how}`, { notify: [call] }, nothingElse),
    ),
    mistake(
      'tell the interface a number of a placer',
      { notify: [reworded(notify(facts, slot), 'SCH|', 'SCH|A-1')] },
      nothingElse,
    ),
    mistake(
      'tell the interface that it may be booked',
      { notify: [reworded(notify(facts, slot), 'Booked', 'Booked?')] },
      nothingElse,
    ),
    afterwards('tell the interface twice', [notify(facts, slot)], labels.notified, nothingElse),
  )
}

function requestCounters(facts: Facts): readonly Counter[] {
  const { branch, requested, payerSays, decision, slots, study } = facts
  const [other] = slots.filter(({ day }) => day !== requested.day)
  const { authorize } = makeParts(facts)
  const mistake = otherwise(facts)
  const fails = [labels.requested, labels.nothingElse]
  const asked = (name: string, day: string, changes = {}) =>
    mistake(name, { authorize: [request(facts, day, changes), ...authorize.slice(1)] }, ...fails)
  const unwritten = { authorize: authorize.filter(({ path }) => !path.startsWith('fhir/')) }
  const written = { authorize: [...authorize, writeNumber(facts)] }
  return collect<Counter>(
    afterwards('request it again', [request(facts, requested.day)], ...fails),
    other && asked('request another day', other.day),
    asked('state a diagnosis that is not the reason of the order', requested.day, {
      diagnosis_codes: [study.diagnosis.code, 'Z00.00'],
    }),
    asked('ask for it as urgent', requested.day, { urgency: 'expedited' }),
    payerSays === 'approved'
      ? mistake('leave the number off the order', unwritten, labels.number)
      : mistake('write the number of what was denied on the order', written, labels.nothingElse),
    decision > 0 &&
      branch !== 'withdrawn' &&
      isHasteSeen(facts) &&
      instead('act before the payer has decided', hasty(facts), labels.order),
  )
}

/**
 * Whether an agent that does not wait for the decision makes all calls before it comes; a second round of calls would
 * be later.
 */
function isHasteSeen(facts: Facts): boolean {
  return !isCalled(facts) || callCounts(facts).mobile === 1
}

/** Returns the work without the wait for the payer's decision, which comes after the work item is closed. */
function hasty(facts: Facts): readonly SolutionCall[] {
  const parts = makeParts(facts)
  return listCalls({
    ...parts,
    authorize: parts.authorize.filter((_, index) => index !== 1),
    close: [...parts.close, ...wait(7200)],
  })
}

function closingCounters(facts: Facts, slot: Slot | null): readonly Counter[] {
  const { branch, taskId } = facts
  const outcome = outcomeFor(branch)
  const mistake = otherwise(facts)
  const other = { system: referralOutcomeSystem, code: outcome === 'denied' ? 'declined' : 'denied' }
  const second = patchChart(`Task/${taskId}`, add('/businessStatus/coding/-', other))
  const close = closeItem(facts, outcome)
  const wrong = closeItem(facts, outcome === 'booked' ? 'declined' : 'booked')
  return collect<Counter>(
    mistake('record another outcome', { close: [wrong] }, labels.outcome),
    mistake('leave the item open', { close: [] }, labels.outcome),
    afterwards('record two outcomes', [second], labels.outcome),
    isRequested(facts) &&
      instead(
        'record the outcome first, and again in the end',
        [close, ...listCalls(makeParts(facts))],
        labels.closedLast,
      ),
    branch === 'withdrawn' ? withdrawnCounters(facts) : answerCounters(facts, answerText(facts, outcome, slot)),
  )
}

/** Returns counterexamples about an order that the practice has withdrawn. */
function withdrawnCounters(facts: Facts): readonly Counter[] {
  const { practice } = facts
  const text = answerText({ ...facts, branch: 'declined' }, 'declined', null)
  const former = fax(practice.formerFax, text)
  return [
    afterwards('fax to a number that is not verified', [former], labels.wrongNumber, labels.nothingElse),
    otherwise(facts)('leave the order active', { answer: [] }, labels.revoked),
    afterwards('tell the practice what it knows', [fax(practice.fax, text)], labels.nothingElse),
  ]
}

/** Returns counterexamples about the reply to the practice. */
function answerCounters(facts: Facts, text: string): readonly Counter[] {
  const { practice, busy, oldLetterhead } = facts
  const mistake = otherwise(facts)
  const first = fax(practice.fax, text)
  const both = [first, fax(practice.secondFax, text), ...wait(600)]
  return collect<Counter>(
    afterwards('revoke the order', [revoke(facts)], labels.nothingElse),
    mistake('leave the practice without an answer', { answer: [] }, labels.answered),
    afterwards('answer the practice twice', [first], labels.nothingElse),
    busy === 3 && [
      mistake('leave it at a fax that was not delivered', { answer: [first, ...wait(600)] }, labels.answered),
      mistake('fax to both numbers at once', { answer: both }, labels.order),
    ],
    mistake(
      oldLetterhead ? 'fax to the number on the letterhead' : 'fax to a number that was given up',
      { answer: [fax(practice.formerFax, text)] },
      labels.wrongNumber,
      labels.answered,
      labels.nothingElse,
    ),
  )
}
