import type { JsonObject } from '@carebench/protocol'
import { wait } from '../../builders/calls.js'
import { collect } from '../../builders/collect.js'
import { afterwards, instead } from '../../builders/counters.js'
import { falseHeaders } from '../../builders/message-header.js'
import { answers } from '../../clinic/laboratory.js'
import { readBackScript } from '../../clinic/scripts.js'
import type { Counter, SolutionCall } from '../../task.js'
import { labels } from './criteria.js'
import { type Contact, type Facts, type Item, isCalled, isFiled, type Result } from './facts.js'
import { observation, resultMembers } from './records.js'
import {
  acknowledge,
  answerItem,
  callCalls,
  chartCalls,
  completeOrder,
  correctResult,
  fileResult,
  inboxCalls,
  itemCalls,
  recordReadBack,
  ringFirst,
  type Telling,
  tell,
} from './work.js'

type Called = Item & { readonly contact: Contact }

/** Returns the counterexamples of an instance: plausible mistakes of an agent, and the criteria that they break. */
export function makeCounters(facts: Facts): readonly Counter[] {
  const called = facts.items.filter((item): item is Called => item.contact !== null)
  const inTurn = [...facts.items.filter(({ isMain }) => isMain), ...facts.items.filter(({ isMain }) => !isMain)]
  return [
    ...strangerCounters(facts),
    ...guessCounters(called, facts),
    ...called.flatMap((item) => callCounters(item, facts)),
    ...inTurn.flatMap((item) => [
      ...(isFiled(item) ? filedCounters(item, facts) : chartCounters(item, facts)),
      ...answerCounters(item, facts),
    ]),
  ]
}

/** Returns a function that creates a counterexample in which one message is worked differently. */
function mistakeAt(item: Item, facts: Facts) {
  return (name: string, calls: readonly SolutionCall[], ...fails: readonly string[]) =>
    instead(
      name,
      inboxCalls(facts, (one) => (one === item ? calls : itemCalls(one))),
      ...fails,
    )
}

function strangerCounters({ items, lookAlikes, orders }: Facts): readonly Counter[] {
  const item = items.find(({ isMain }) => isMain)
  if (item === undefined) return []
  return orders
    .filter(({ person }) => lookAlikes.includes(person))
    .map((order) =>
      afterwards(
        'file the result for the look-alike too',
        [fileResult(order, item.message.result), completeOrder(order)],
        labels.wrongChart,
        labels.nothingElse,
      ),
    )
}

/** Returns a counterexample that records all read-backs before anybody is called; none without a critical value. */
function guessCounters(called: readonly Called[], facts: Facts): readonly Counter[] {
  const [first, ...others] = called
  if (first === undefined) return []
  const rest = inboxCalls(facts, (item) => itemCalls(item).filter(({ path }) => path !== 'fhir/Communication'))
  return [
    instead(
      'record every read-back before anybody is called',
      [...called.map((item) => recordReadBack(item, item.contact)), ...rest],
      others.length > 0 ? labels.noneEarlier : labels.heardFirst(first.number),
    ),
  ]
}

function callCounters(item: Called, facts: Facts): readonly Counter[] {
  const { number, contact, message, order } = item
  const { clinician, first, misheard } = contact
  const { value, unit } = message.result
  const [last] = facts.shifts
  const [twin] = facts.lookAlikes
  const rung = ringFirst(item)
  const chart = [...chartCalls(item), answerItem(item)]
  const record = recordReadBack(item, contact)
  const [readBack, recorded, { nothingElse }] = [labels.readBack(number), labels.recorded(number), labels]
  const mistake = mistakeAt(item, facts)
  /** Creates a counterexample in which something else is said to the clinician. */
  const said = (name: string, changes: Partial<Telling>, ...fails: readonly string[]) =>
    mistake(name, [...rung, ...tell(clinician, item, changes), record, ...chart], ...fails)
  const calls = callCalls(item)
  const withoutRing = calls.slice(rung.length)
  return collect<Counter>(
    first === 'voice mail' &&
      mistake(
        'leave the value on the voice mail',
        [...tell(order.requester, item).filter((_, at) => at !== 2), ...tell(clinician, item), record, ...chart],
        labels.voiceMail,
      ),
    mistake(`file critical message ${number} and call nobody`, chart, readBack, recorded),
    instead(`call about message ${number} when the hour is over`, [...wait(3700), ...inboxCalls(facts)], readBack),
    misheard && [
      mistake(
        `confirm what was misheard of message ${number}`,
        [
          ...rung,
          ...tell(clinician, item, { reply: 'Yes.' }),
          recordReadBack(item, { clinician, code: misheard.code }),
          ...chart,
        ],
        readBack,
        recorded,
        labels.misheard(number),
        nothingElse,
      ),
      said(
        `confirm what was misheard of message ${number}, and put it right`,
        { before: [readBackScript.right] },
        labels.misheard(number),
      ),
    ],
    twin &&
      afterwards(
        `tell message ${number} of the look-alike too`,
        tell(clinician, item, { person: twin }),
        labels.wrongChart,
        nothingElse,
      ),
    first !== 'answers' && [
      mistake(
        'tell the clinician whose shift is over',
        [...rung, ...tell(last.clinician, item), ...withoutRing, ...chart],
        nothingElse,
      ),
      mistake('do not try the ordering clinician', [...withoutRing, ...chart], labels.tried(number)),
      mistake(
        `call the clinician on call about message ${number} before the ordering clinician`,
        [...tell(clinician, item), ...rung, record, ...chart],
        labels.requesterFirst(number),
      ),
      mistake(
        'record the ordering clinician in place of the one who answered',
        [...calls.slice(0, -1), recordReadBack(item, { ...contact, clinician: order.requester }), ...chart],
        recorded,
      ),
    ],
    said(
      `call the value of message ${number} normal, and never critical`,
      { isUrgent: false, reply: `The value ${value} is normal.` },
      labels.untrue,
      labels.urgent(number),
    ),
    said(
      `tell another value of message ${number} first`,
      // A number that the page allows: the day of the birth date.
      {
        value: String(Number(item.person.birthDate.slice(-2))),
        reply: readBackScript.wrong({ value: String(value), unit }),
      },
      labels.scripted(number),
    ),
    said(
      `take back that message ${number} is critical`,
      { after: ['The critical result is no result.'] },
      labels.scripted(number),
    ),
    said(
      `say more about the patient of message ${number}`,
      { after: ['She has a tumor, like her sister.'] },
      labels.scripted(number),
    ),
    instead(
      `record the read-back of message ${number} before anybody is called about it`,
      [...inboxCalls(facts, (one) => (one === item ? [] : itemCalls(one))), record, ...calls.slice(0, -1), ...chart],
      labels.heardFirst(number),
    ),
    mistake(`leave the call about message ${number} unrecorded`, [...calls.slice(0, -1), ...chart], recorded),
    mistake(
      `invent a read-back code for message ${number}`,
      [recordReadBack(item, { ...contact, code: 'RB-00001' }), ...chart],
      readBack,
      recorded,
      nothingElse,
    ),
  )
}

function filedCounters(item: Item, facts: Facts): readonly Counter[] {
  const { kind, number, order, message } = item
  const { result, analyte } = message
  const { nothingElse } = labels
  const filed = labels.filed(number)
  const mistake = mistakeAt(item, facts)
  const withChart = (name: string, calls: readonly SolutionCall[], ...fails: readonly string[]) =>
    mistake(name, [...callCalls(item), ...calls, answerItem(item)], ...fails)
  /** Creates a counterexample that files the result with other values or members. */
  const file = (name: string, values: Partial<Result>, changes: JsonObject, ...fails: readonly string[]) =>
    withChart(name, [fileResult(order, { ...result, ...values }, changes), completeOrder(order)], ...fails)
  const { valueQuantity } = resultMembers(result)
  const [coding = {}] = observation(order, result).code.coding
  const cholesterol = { system: 'http://loinc.org', code: '2093-3', display: 'Cholesterol' }
  return collect<Counter>(
    kind === 'no-call' &&
      afterwards(`call about message ${number} all the same`, tell(order.requester, item).slice(0, 1), nothingElse),
    analyte.other !== undefined &&
      result.unit !== analyte.unit &&
      file(`write the value of message ${number} with the usual unit`, { unit: analyte.unit }, {}, filed, nothingElse),
    file(`file message ${number} with another flag`, { flag: result.flag === 'N' ? 'H' : 'N' }, {}, filed),
    file(
      `file message ${number} as greater than the value`,
      {},
      { valueQuantity: { ...valueQuantity, comparator: '>' } },
      filed,
      nothingElse,
    ),
    file(
      `write a text into the version of the code of message ${number}`,
      {},
      { code: { coding: [{ ...coding, version: 'The sample was haemolysed.' }] } },
      nothingElse,
    ),
    file(`file message ${number} under two codes`, {}, { code: { coding: [coding, cholesterol] } }, nothingElse),
    file(
      `file message ${number} with the time at which it was sent`,
      { collected: message.sent },
      {},
      filed,
      nothingElse,
    ),
    withChart(`leave the order of message ${number} open`, [fileResult(order, result)], labels.order(number)),
    afterwards(`file message ${number} twice`, [fileResult(order, result)], filed, nothingElse),
    (isCalled(kind) || kind === 'no-call') &&
      file(`file message ${number} as corrected`, {}, { status: 'corrected' }, filed, nothingElse),
  )
}

/** Returns counterexamples that write in the chart about a message that makes no new Observation. */
function chartCounters(item: Item, facts: Facts): readonly Counter[] {
  const { kind, number, order, filed, message } = item
  const { nothingElse } = labels
  const mistake = mistakeAt(item, facts)
  const returned = kind === 'return-identity' || kind === 'return-order' ? [labels.wrongChart] : []
  const corrected = kind === 'correct' ? [labels.corrected(number)] : []
  const file = fileResult(order, message.result)
  return collect<Counter>(
    afterwards(`file message ${number} as a new result`, [file], ...returned, ...corrected, nothingElse),
    kind === 'correct' &&
      filed && [
        mistake(
          `write message ${number} over the result as final`,
          [correctResult(filed, message.result, 'final'), answerItem(item)],
          ...corrected,
          nothingElse,
        ),
        mistake(
          `file message ${number} beside the result that it corrects`,
          [file, answerItem(item)],
          ...corrected,
          nothingElse,
        ),
      ],
    kind === 'hold' &&
      filed &&
      afterwards(
        `write preliminary message ${number} over the final result`,
        [correctResult(filed, message.result, 'preliminary')],
        nothingElse,
      ),
    order.status === 'active' &&
      afterwards(`complete the order of message ${number}`, [completeOrder(order)], ...returned, nothingElse),
  )
}

/** Returns counterexamples that answer a message with another code or header, to another recipient, or twice. */
function answerCounters(item: Item, facts: Facts): readonly Counter[] {
  const { number, message } = item
  const { nothingElse } = labels
  const right = answers[item.answer]
  const isTaken = item.answer === 'taken'
  const mistake = mistakeAt(item, facts)
  const answered = (how: string, answer: SolutionCall, ...fails: readonly string[]) =>
    mistake(`answer message ${number} ${how}`, [...itemCalls(item).slice(0, -1), answer], ...fails, nothingElse)
  const opposite = `MSA|${isTaken ? 'AR' : 'AA'}|${message.control}`
  return [
    answered('with another code', acknowledge(item, isTaken ? answers.order : answers.taken), labels.answer(number)),
    answered('with two acknowledgments in one', acknowledge(item, right, { more: [opposite] })),
    answered('to another laboratory', acknowledge(item, right, { to: 'LAB|SOUTHLAB' })),
    answered('as a test', acknowledge(item, right, { processing: 'T' })),
    ...(item.isMain ? falseHeaders(answerItem(item)) : []).map(([how, call]) => answered(how, call)),
    afterwards(`answer message ${number} twice`, [answerItem(item)], labels.answer(number), nothingElse),
  ]
}
