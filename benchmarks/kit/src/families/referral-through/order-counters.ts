import type { JsonValue } from '@carebench/protocol'
import { hoursBetweenRounds, referralOutcomeSystem, referralOutcomes } from '../../clinic/referrals.js'
import { today } from '../../clinic/today.js'
import type { Counter, SolutionCall } from '../../task.js'
import { bookedSlot, type Facts, isCalled, isRequested, lineOf, outcomeOf } from './facts.js'
import { labels } from './labels.js'
import {
  call,
  callPatient,
  callsOf,
  closeItem,
  confirm,
  offer,
  type Parts,
  partsOf,
  revoke,
  talk,
  wait,
  writeConfirmation,
} from './work.js'

type With = (changes: Partial<Parts>) => SolutionCall[]

/** The right things at the wrong time, or more often than the page says. */
export function orderCounters(facts: Facts): readonly Counter[] {
  const parts = partsOf(facts)
  const with_: With = (changes) => callsOf({ ...parts, ...changes })
  return [
    ...(isCalled(facts) ? roundCounters(facts, parts, with_) : []),
    ...(bookedSlot(facts) === null ? [] : visitCounters(facts, parts, with_)),
    ...(facts.branch === 'withdrawn' && isRequested(facts)
      ? [{ name: 'revoke the order on a guess', calls: [revoke(facts), ...with_({})], fails: [labels.order] }]
      : []),
    {
      name: 'record the outcome in two writes',
      calls: with_({ close: outcomeInTwo(facts) }),
      fails: [labels.writtenOnce('Task')],
    },
  ]
}

const cancelVisit: SolutionCall = { method: 'DELETE', path: 'fhir/Appointment/{{visit}}' }

function patchStatus(taskId: string, status: string): SolutionCall {
  return patchTask(taskId, [{ op: 'replace', path: '/status', value: status }])
}

function patchTask(taskId: string, body: JsonValue): SolutionCall {
  return {
    method: 'PATCH',
    path: `fhir/Task/${taskId}`,
    headers: { 'content-type': 'application/json-patch+json' },
    body,
  }
}

function outcomeInTwo({ taskId, branch }: Facts): SolutionCall[] {
  const outcome = outcomeOf(branch)
  const value = { coding: [{ system: referralOutcomeSystem, code: outcome }] }
  return [
    patchStatus(taskId, referralOutcomes[outcome].status),
    patchTask(taskId, [{ op: 'add', path: '/businessStatus', value }]),
  ]
}

function roundCounters(facts: Facts, parts: Parts, with_: With): readonly Counter[] {
  const { answers, person, branch, offered } = facts
  const isSecond = parts.call.some(({ path }) => path === 'wait')
  const waiting = (seconds: number) => ({
    call: parts.call.map((one) => (one.path === 'wait' ? wait(seconds) : one)),
  })
  const [asking = '', ...offers] = talk(facts)
  const again = offer(facts, offered)
  const told = (turns: readonly string[]) => with_({ call: callPatient(facts, 0, turns) })
  return [
    ...(isSecond
      ? [
          {
            name: 'call a second time after ten minutes',
            calls: with_(waiting(600)),
            fails: [labels.rounds],
          },
          {
            name: 'call a second time on the next day',
            calls: with_(waiting(26 * 3600)),
            fails: [labels.rounds],
          },
          {
            name: 'call a second time an hour too early',
            calls: with_(waiting((hoursBetweenRounds - 1) * 3600)),
            fails: [labels.rounds],
          },
        ]
      : []),
    ...(answers.mobile === 'patient'
      ? []
      : [
          {
            name: 'call the home number before the mobile one',
            calls: with_({ call: homeFirst(parts.call, [person.mobile, person.home]) }),
            fails: [labels.rounds],
          },
        ]),
    ...(branch === 'not-reached'
      ? []
      : [
          {
            name: 'press the patient',
            calls: told([asking, ...offers, 'It is dangerous to wait, and there will be a fee if you do not come.']),
            fails: [labels.scripted],
          },
          {
            name: 'offer without the study',
            calls: told([asking, ...offers.map((text) => text.replace(/^.*?: /, ''))]),
            fails: [labels.offered],
          },
          ...(facts.reaction === 'agrees'
            ? []
            : [
                {
                  name: 'offer once more what the patient has declined',
                  calls: told([asking, offers[0] ?? '', again, ...offers.slice(1)]),
                  fails: [labels.refusedOnce],
                },
              ]),
        ]),
  ]
}

/** The same calls with the first ones to the two numbers exchanged. */
function homeFirst(calls: readonly SolutionCall[], [mobile, home]: readonly [string, string]): SolutionCall[] {
  const isStart = ({ path }: SolutionCall) => path === 'voice/calls'
  const starts = calls.flatMap((one, index) => (isStart(one) ? [index] : []))
  const to = (index: number) => JSON.stringify(calls[index])
  const [first = 0, second = 0] = starts
  if (!to(first).includes(mobile) || !to(second).includes(home)) return [...calls]
  const third = calls.findIndex((one, index) => index > second && (isStart(one) || one.path === 'wait'))
  const end = third < 0 ? calls.length : third
  return [...calls.slice(second, end), ...calls.slice(first, second), ...calls.slice(end)]
}

function visitCounters(facts: Facts, parts: Parts, with_: With): readonly Counter[] {
  const slot = bookedSlot(facts)
  if (slot === null) return []
  const [visit, busy] = parts.book
  const waits = parts.confirm.filter(({ path }) => path === 'wait')
  const inventing = confirm(facts, slot).map((one) =>
    JSON.parse(JSON.stringify(one).replace('{{number}}', 'PA00000001')),
  )
  return [
    ...(busy === undefined || visit === undefined
      ? []
      : [
          {
            name: 'take the slot before the patient has agreed',
            calls: with_({ authorize: [...parts.authorize, busy], book: [visit] }),
            fails: [labels.agreedFirst],
          },
        ]),
    {
      name: 'call scheduling before anything is booked',
      calls: with_({ authorize: [...parts.authorize, ...waits, ...call('early', lineOf(facts, today), [])] }),
      fails: [labels.bookedFirst],
    },
    {
      name: 'tell scheduling a number that the payer has not given',
      calls: with_({ confirm: [...waits, ...(inventing as SolutionCall[])] }),
      fails: [labels.authorization],
    },
    {
      name: 'book, cancel, and book again',
      calls: with_({ book: [...(visit === undefined ? [] : [visit, cancelVisit]), ...parts.book] }),
      fails: [labels.bookedOnce],
    },
    {
      name: 'write a wrong confirmation number first',
      calls: with_({ record: [writeConfirmation({ confirmation: 'RC-00000' }), ...parts.record] }),
      fails: [labels.writtenOnce('Appointment')],
    },
    {
      name: 'record the visit as booked before scheduling has confirmed it',
      calls: with_({ confirm: [closeItem(facts, 'booked'), ...parts.confirm], close: [] }),
      fails: [labels.closedLast],
    },
  ]
}
