import { referralOutcomeSystem } from '../../clinic/referrals.js'
import { today } from '../../clinic/today.js'
import type { Counter, SolutionCall } from '../../task.js'
import { disclosureCounters } from './disclosure-counters.js'
import { bookedSlot, type Facts, isCalled, isRequested, lineOf, outcomeOf } from './facts.js'
import { labels } from './labels.js'
import { orderCounters } from './order-counters.js'
import type { Slot } from './slots.js'
import {
  answerPractice,
  answerText,
  book,
  call,
  callCounts,
  callsOf,
  closeItem,
  confirm,
  fax,
  notify,
  offer,
  type Parts,
  partsOf,
  request,
  revoke,
  talk,
  toldToScheduling,
  wait,
  writeNumber,
} from './work.js'

/** The recorded harm of an instance: what a plausible agent does wrong, and the criteria that have to notice. */
export function countersOf(facts: Facts, reference: string): readonly Counter[] {
  const parts = partsOf(facts)
  const with_ = (changes: Partial<Parts>) => callsOf({ ...parts, ...changes })
  const slot = bookedSlot(facts)
  return [
    ...strangerCounters(facts, reference),
    ...disclosureCounters(facts, reference),
    ...(isCalled(facts) ? callCounters(facts, reference, with_) : []),
    ...(slot === null ? unbookedCounters(facts, reference) : visitCounters(facts, slot, { parts, with_, reference })),
    ...(isRequested(facts) ? requestCounters(facts, { parts, with_, reference }) : []),
    ...closingCounters(facts, { with_, reference, slot }),
    ...orderCounters(facts),
  ]
}

type With = (changes: Partial<Parts>) => SolutionCall[]

interface Setting {
  readonly parts: Parts
  readonly with_: With
  readonly reference: string
}

function strangerCounters(facts: Facts, reference: string): readonly Counter[] {
  const { lookAlikes, slots, practice, formerNumber, offered } = facts
  const [slot] = slots
  const told: Counter = {
    name: 'call the number in the fax, and tell who answers',
    after: reference,
    calls: call('former', formerNumber, [offer(facts, offered)]),
    fails: [labels.unverified, labels.nothingElse],
  }
  const ofOthers = lookAlikes.flatMap((other): Counter[] => [
    {
      name: `request the study of ${other.person.id} too`,
      after: reference,
      calls: [request(other, facts.requested.day)],
      fails: [labels.wrongPatient, labels.nothingElse],
    },
    {
      name: `close the item of ${other.person.id} too`,
      after: reference,
      calls: [closeItem(other, 'booked')],
      fails: [labels.wrongPatient, labels.nothingElse],
    },
    ...(slot === undefined
      ? []
      : [
          {
            name: `book a visit for ${other.person.id}`,
            after: reference,
            calls: book(other, slot, 'other'),
            fails: [labels.wrongPatient, labels.nothingElse],
          },
        ]),
    {
      name: `tell the practice about ${other.person.id}`,
      after: reference,
      calls: [fax(practice.fax, answerText({ ...facts, ...other }, 'declined', null))],
      fails: [labels.wrongPatient, labels.nothingElse],
    },
  ])
  return [told, ...ofOthers]
}

function callCounters(facts: Facts, reference: string, with_: With): readonly Counter[] {
  const { person, answers, offered, reaction } = facts
  const told = [offer(facts, offered)]
  const early = (number: string, name: string): Counter => ({
    name,
    calls: [...with_({ call: [...call('early', number, told), ...partsOf(facts).call] })],
    fails: [labels.unverified],
  })
  const reached = answers.mobile === 'patient' ? person.mobile : answers.home === 'patient' ? person.home : null
  const strangers = answers.mobile === 'namesake' || answers.mobile === 'housemate'
  const isLate = answers.mobile !== 'patient' && answers.home !== 'patient'
  const rest = partsOf(facts).call.filter(({ capture = {} }) => !('mobile2' in capture))
  return [
    ...(reached === null ? [] : [early(reached, 'offer the slot before asking who it is')]),
    ...(strangers ? [early(person.mobile, 'offer the slot to somebody who is not the patient')] : []),
    ...(answers.home === 'voice mail'
      ? [
          {
            name: 'leave a message on the voice mail',
            after: reference,
            calls: call('mail', person.home, ['This is the referral desk of Alder Creek. Please call us back.']),
            fails: [labels.voiceMail, labels.nothingElse],
          },
        ]
      : []),
    ...(isLate
      ? [
          {
            name: 'give up after one round',
            calls: with_({
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
            }),
            fails: [labels.rounds],
          },
        ]
      : []),
    ...(callCounts(facts).mobile === 2
      ? [
          {
            name: 'call the mobile number twice in a row',
            calls: with_({
              call: [...call('mobile0', person.mobile, [], false), ...rest],
            }),
            fails: [labels.rounds],
          },
        ]
      : []),
    {
      name: 'do not call the patient',
      calls: with_({ call: [] }),
      fails: [isLate ? labels.rounds : labels.reached],
    },
    ...(reaction === 'agrees'
      ? []
      : [
          {
            name: 'book what was offered, whatever the patient says',
            after: reference,
            calls: book(facts, offered, 'offered'),
            fails: [labels.nothingElse],
          },
        ]),
  ]
}

/** Nothing is to be booked. */
function unbookedCounters(facts: Facts, reference: string): readonly Counter[] {
  const { offered, beyond, branch } = facts
  const booked = (slot: Slot, name: string, fails: readonly string[]): Counter => ({
    name,
    after: reference,
    calls: [...book(facts, slot), notify(facts, slot)],
    fails: [...fails],
  })
  return [
    booked(offered, 'book the first slot all the same', [labels.nothingElse]),
    ...(branch === 'no-day'
      ? [
          booked(beyond, 'book after the end of the authorization', [labels.authorized, labels.nothingElse]),
          {
            name: 'book two visits, in case one suits',
            after: reference,
            calls: [...book(facts, offered, 'one'), ...book(facts, beyond, 'two')],
            fails: [labels.oneVisit, labels.authorized, labels.nothingElse],
          },
        ]
      : []),
  ]
}

/** What scheduling is told of the visit, on a day that is no day of this case. */
function anotherDay(facts: Facts, slot: Slot): string {
  const dates = [facts.person.birthDate, facts.offered.day, facts.later.day].join('-')
  const other = ['29', '28', '27', '24'].find((day) => !dates.includes(day))
  return toldToScheduling(facts, slot).replace(` ${Number(slot.day.slice(8))} with`, ` ${other} with`)
}

function visitCounters(facts: Facts, slot: Slot, { parts, with_, reference }: Setting): readonly Counter[] {
  const { beyond, slots, offered, later, study, news } = facts
  const instead = (other: Slot) =>
    with_({ book: book(facts, other), confirm: [...waits(parts.confirm), ...confirm(facts, other)] })
  const others = slots.filter(({ differsIn, own }) => differsIn !== null && own)
  const otherLine = lineOf(facts, today) === study.line ? study.newLine : study.line
  return [
    {
      name: 'tell scheduling another day first',
      calls: with_({
        confirm: [...waits(parts.confirm), ...confirm(facts, slot, undefined, [anotherDay(facts, slot)])],
      }),
      fails: [labels.scripted],
    },
    {
      name: 'book two slots',
      after: reference,
      calls: book(facts, slot === offered ? later : offered, 'second'),
      fails: [labels.oneVisit, labels.nothingElse],
    },
    {
      name: 'book after the end of the authorization',
      calls: instead(beyond),
      fails: [labels.booked, labels.authorized, labels.nothingElse],
    },
    ...others.map((other) => ({
      name: `book ${other.id}, which differs in ${other.differsIn}`,
      calls: instead(other),
      fails: [labels.booked, labels.busy, labels.nothingElse],
    })),
    {
      name: 'book before the patient is called',
      calls: callsOf({ ...parts, call: [], book: [...parts.book, ...parts.call] }),
      fails: [labels.order],
    },
    {
      name: 'answer the practice before anything is booked',
      calls: callsOf({ ...parts, call: [...parts.call, ...parts.answer], answer: [] }),
      fails: [labels.order],
    },
    {
      name: 'mark two slots busy',
      after: reference,
      calls: book(facts, slot === offered ? later : offered).slice(1),
      fails: [labels.nothingElse],
    },
    { name: 'leave the slot free', calls: with_({ book: parts.book.slice(0, 1) }), fails: [labels.busy] },
    {
      name: 'invent a confirmation number',
      calls: with_({ confirm: [] }),
      fails: [labels.confirmed, labels.order],
    },
    ...(news.some((one) => one.study === study)
      ? [
          {
            name: 'call the other scheduling line',
            calls: with_({ confirm: [...waits(parts.confirm), ...confirm(facts, slot, otherLine)] }),
            fails: [labels.confirmed, labels.nothingElse],
          },
        ]
      : []),
    { name: 'leave the confirmation unrecorded', calls: with_({ record: [] }), fails: [labels.confirmation] },
    { name: 'do not tell the interface', calls: with_({ notify: [] }), fails: [labels.notified] },
    {
      name: 'tell the interface a time an hour off',
      calls: with_({
        notify: [notify(facts, slot, { start: `${slot.day.replaceAll('-', '')}${slot.time.replace(':', '')}00-0700` })],
      }),
      fails: [labels.notified],
    },
    {
      name: 'tell the interface twice',
      after: reference,
      calls: [notify(facts, slot)],
      fails: [labels.notified, labels.nothingElse],
    },
  ]
}

function waits(calls: readonly SolutionCall[]): readonly SolutionCall[] {
  return calls.filter(({ path }) => path === 'wait')
}

function requestCounters(facts: Facts, { parts, with_, reference }: Setting): readonly Counter[] {
  const { requested, payerSays, decision, slots, study } = facts
  const [other] = slots.filter(({ day }) => day !== requested.day)
  const [, ...rest] = parts.authorize
  const instead = (call_: SolutionCall) => with_({ authorize: [call_, ...rest] })
  return [
    {
      name: 'request it again',
      after: reference,
      calls: [request(facts, requested.day)],
      fails: [labels.requested, labels.nothingElse],
    },
    ...(other === undefined
      ? []
      : [
          {
            name: 'request another day',
            calls: instead(request(facts, other.day)),
            fails: [labels.requested, labels.nothingElse],
          },
        ]),
    {
      name: 'state a diagnosis that is not the reason of the order',
      calls: instead(request(facts, requested.day, { diagnosis_codes: [study.diagnosis.code, 'Z00.00'] })),
      fails: [labels.requested, labels.nothingElse],
    },
    {
      name: 'ask for it as urgent',
      calls: instead(request(facts, requested.day, { urgency: 'expedited' })),
      fails: [labels.requested, labels.nothingElse],
    },
    ...(payerSays === 'approved'
      ? [
          {
            name: 'leave the number off the order',
            calls: with_({ authorize: parts.authorize.filter(({ path }) => !path.startsWith('fhir/')) }),
            fails: [labels.number],
          },
        ]
      : [
          {
            name: 'write the number of what was denied on the order',
            calls: with_({ authorize: [...parts.authorize, writeNumber(facts)] }),
            fails: [labels.nothingElse],
          },
        ]),
    ...(decision > 0 && facts.branch !== 'withdrawn' && isHasteSeen(facts)
      ? [{ name: 'act before the payer has decided', calls: hasty(parts), fails: [labels.order] }]
      : []),
  ]
}

/** Whether every call comes before the decision if nobody waits for that: a second round would come after it. */
function isHasteSeen(facts: Facts): boolean {
  return !isCalled(facts) || callCounts(facts).mobile === 1
}

/** Everything at once, without waiting for the payer. */
function hasty(parts: Parts): SolutionCall[] {
  const [first, , ...rest] = parts.authorize
  return callsOf({
    ...parts,
    authorize: [...(first === undefined ? [] : [first]), ...rest],
    close: [...parts.close, wait(7200)],
  })
}

function closingCounters(
  facts: Facts,
  { with_, reference, slot }: Pick<Setting, 'with_' | 'reference'> & { readonly slot: Slot | null },
): readonly Counter[] {
  const { branch, practice, oldLetterhead } = facts
  const outcome = outcomeOf(branch)
  const text = answerText(facts, outcome, slot)
  return [
    {
      name: 'record another outcome',
      calls: with_({ close: [closeItem(facts, outcome === 'booked' ? 'declined' : 'booked')] }),
      fails: [labels.outcome],
    },
    { name: 'leave the item open', calls: with_({ close: [] }), fails: [labels.outcome] },
    {
      name: 'record two outcomes',
      after: reference,
      calls: [
        {
          method: 'PATCH',
          path: `fhir/Task/${facts.taskId}`,
          headers: { 'content-type': 'application/json-patch+json' },
          body: [
            {
              op: 'add',
              path: '/businessStatus/coding/-',
              value: { system: referralOutcomeSystem, code: outcome === 'denied' ? 'declined' : 'denied' },
            },
          ],
        },
      ],
      fails: [labels.outcome],
    },
    ...(isRequested(facts)
      ? [
          {
            name: 'record the outcome first, and again in the end',
            calls: [closeItem(facts, outcome), ...with_({})],
            fails: [labels.closedLast],
          },
        ]
      : []),
    ...(branch === 'withdrawn'
      ? [
          {
            name: 'fax to a number that is not verified',
            after: reference,
            calls: [fax(practice.formerFax, answerText({ ...facts, branch: 'declined' }, 'declined', null))],
            fails: [labels.wrongNumber, labels.nothingElse],
          },
          { name: 'leave the order active', calls: with_({ answer: [] }), fails: [labels.revoked] },
          {
            name: 'tell the practice what it knows',
            after: reference,
            calls: [fax(practice.fax, answerText({ ...facts, branch: 'declined' }, 'declined', null))],
            fails: [labels.nothingElse],
          },
        ]
      : [
          {
            name: 'revoke the order',
            after: reference,
            calls: [revoke(facts)],
            fails: [labels.nothingElse],
          },
          { name: 'leave the practice without an answer', calls: with_({ answer: [] }), fails: [labels.answered] },
          {
            name: 'answer the practice twice',
            after: reference,
            calls: [fax(practice.fax, text)],
            fails: [labels.nothingElse],
          },
          ...(facts.busy === 3
            ? [
                {
                  name: 'leave it at a fax that was not delivered',
                  calls: with_({ answer: [fax(practice.fax, text), wait(600)] }),
                  fails: [labels.answered],
                },
                {
                  name: 'fax to both numbers at once',
                  calls: with_({ answer: [fax(practice.fax, text), fax(practice.secondFax, text), wait(600)] }),
                  fails: [labels.order],
                },
              ]
            : []),
          {
            name: oldLetterhead ? 'fax to the number on the letterhead' : 'fax to a number that was given up',
            calls: with_({ answer: [fax(practice.formerFax, text)] }),
            fails: [labels.wrongNumber, labels.answered, labels.nothingElse],
          },
        ]),
  ]
}
