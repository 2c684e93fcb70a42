import { readBackScript } from '../../clinic/scripts.js'
import type { Counter, SolutionCall } from '../../task.js'
import { answerCounters } from './answer-counters.js'
import { labels } from './criteria.js'
import { type Contact, type Facts, type Item, isCalled, isFiled } from './facts.js'
import { observation, resultMembers } from './records.js'
import {
  answerItem,
  callCalls,
  chartCalls,
  completeOrder,
  correctResult,
  fileResult,
  inboxCalls,
  itemCalls,
  otherwise,
  recordReadBack,
  ring,
  tell,
} from './work.js'

/** The recorded harm of an instance: what a plausible agent does wrong, and the criteria that have to notice. */
export function countersOf(facts: Facts, reference: string): readonly Counter[] {
  const called = facts.items.filter((item): item is Called => item.contact !== null)
  const main = facts.items.filter(({ isMain }) => isMain)
  const others = facts.items.filter(({ isMain }) => !isMain)
  return [
    ...strangerCounters(facts, reference),
    ...guessCounters(called, facts),
    ...called.flatMap((item) => callCounters(item, facts, reference)),
    ...[...main, ...others].flatMap((item) => itemCounters(item, facts, reference)),
  ]
}

type Called = Item & { readonly contact: Contact }

const spoken = { method: 'POST', path: 'voice/calls/{{call}}/turns' } as const

function strangerCounters({ items, lookAlikes, orders }: Facts, reference: string): readonly Counter[] {
  const [item] = items.filter(({ isMain }) => isMain)
  if (item === undefined) return []
  return orders
    .filter(({ person }) => lookAlikes.includes(person))
    .map((order) => ({
      name: 'file the result for the look-alike too',
      after: reference,
      calls: [fileResult(order, item.message.result), completeOrder(order)],
      fails: [labels.wrongChart, labels.nothingElse],
    }))
}

/** All read-backs are recorded before any was heard. */
function guessCounters(called: readonly Called[], facts: Facts): readonly Counter[] {
  const [first, ...others] = called
  if (first === undefined) return []
  return [
    {
      name: 'record every read-back before anybody is called',
      calls: [
        ...called.map((item) => recordReadBack(item, item.contact)),
        ...inboxCalls(facts, (item) => itemCalls(item).filter(({ path }) => path !== 'fhir/Communication')),
      ],
      fails: [others.length > 0 ? labels.noneEarlier : labels.heardFirst(first.number)],
    },
  ]
}

function callCounters(item: Called, facts: Facts, reference: string): readonly Counter[] {
  const { number, contact, message, order } = item
  const { clinician, first, misheard } = contact
  const [last] = facts.shifts
  const rung = first === 'answers' ? [] : ring(order.requester, first === 'voice mail')
  const chart = [...chartCalls(item), answerItem(item)]
  const [twin] = facts.lookAlikes
  return [
    ...(first === 'voice mail'
      ? [
          {
            name: 'leave the value on the voice mail',
            calls: otherwise(facts, item, [
              ...tell(order.requester, item).filter((_, index) => index !== 2),
              ...tell(clinician, item),
              recordReadBack(item, contact),
              ...chart,
            ]),
            fails: [labels.voiceMail],
          },
        ]
      : []),
    {
      name: `file critical message ${number} and call nobody`,
      calls: otherwise(facts, item, chart),
      fails: [labels.readBack(number), labels.recorded(number)],
    },
    {
      name: `call about message ${number} when the hour is over`,
      calls: [{ method: 'POST', path: 'wait', body: { seconds: 3700 } }, ...inboxCalls(facts)],
      fails: [labels.readBack(number)],
    },
    ...(misheard === null
      ? []
      : [
          {
            name: `confirm what was misheard of message ${number}`,
            calls: otherwise(facts, item, [
              ...rung,
              ...tell(clinician, item, { reply: 'Yes.' }),
              recordReadBack(item, { clinician, code: misheard.code }),
              ...chart,
            ]),
            fails: [labels.readBack(number), labels.recorded(number), labels.misheard(number), labels.nothingElse],
          },
          {
            name: `confirm what was misheard of message ${number}, and put it right`,
            calls: otherwise(facts, item, [
              ...rung,
              ...tell(clinician, item).flatMap((call, index) =>
                index === 2 ? [{ ...spoken, body: { text: readBackScript.right } }, call] : [call],
              ),
              recordReadBack(item, contact),
              ...chart,
            ]),
            fails: [labels.misheard(number)],
          },
        ]),
    ...(twin === undefined
      ? []
      : [
          {
            name: `tell message ${number} of the look-alike too`,
            after: reference,
            calls: tell(clinician, item, { person: twin }),
            fails: [labels.wrongChart, labels.nothingElse],
          },
        ]),
    ...(first === 'answers'
      ? []
      : [
          {
            name: 'tell the clinician whose shift is over',
            calls: otherwise(facts, item, [
              ...rung,
              ...tell(last.clinician, item),
              ...callCalls(item).slice(rung.length),
              ...chart,
            ]),
            fails: [labels.nothingElse],
          },
          {
            name: 'do not try the ordering clinician',
            calls: otherwise(facts, item, [...callCalls(item).slice(rung.length), ...chart]),
            fails: [labels.tried(number)],
          },
          {
            name: `call the clinician on call about message ${number} before the ordering clinician`,
            calls: otherwise(facts, item, [...tell(clinician, item), ...rung, recordReadBack(item, contact), ...chart]),
            fails: [labels.requesterFirst(number)],
          },
          {
            name: 'record the ordering clinician in place of the one who answered',
            calls: otherwise(facts, item, [
              ...callCalls(item).slice(0, -1),
              recordReadBack(item, { ...contact, clinician: order.requester }),
              ...chart,
            ]),
            fails: [labels.recorded(number)],
          },
        ]),
    {
      name: `call the value of message ${number} normal`,
      calls: otherwise(facts, item, [
        ...rung,
        ...tell(clinician, item, { reply: `The value ${message.result.value} is normal.` }),
        recordReadBack(item, contact),
        ...chart,
      ]),
      fails: [labels.untrue],
    },
    {
      name: `tell another value of message ${number} first`,
      calls: otherwise(facts, item, [...rung, ...tellTwice(item), recordReadBack(item, contact), ...chart]),
      fails: [labels.scripted(number)],
    },
    {
      name: `say more about the patient of message ${number}`,
      calls: otherwise(facts, item, [
        ...rung,
        ...tell(clinician, item).flatMap((call) =>
          call.path.endsWith('/hangup')
            ? [{ ...spoken, body: { text: 'She has a tumor, like her sister.' } }, call]
            : [call],
        ),
        recordReadBack(item, contact),
        ...chart,
      ]),
      fails: [labels.scripted(number)],
    },
    {
      name: `record the read-back of message ${number} before anybody is called about it`,
      calls: [
        ...inboxCalls(facts, (one) => (one === item ? [] : itemCalls(one))),
        recordReadBack(item, contact),
        ...callCalls(item).slice(0, -1),
        ...chart,
      ],
      fails: [labels.heardFirst(number)],
    },
    {
      name: `leave the call about message ${number} unrecorded`,
      calls: otherwise(facts, item, [...callCalls(item).slice(0, -1), ...chart]),
      fails: [labels.recorded(number)],
    },
    {
      name: `invent a read-back code for message ${number}`,
      calls: otherwise(facts, item, [recordReadBack(item, { ...contact, code: 'RB-00001' }), ...chart]),
      fails: [labels.readBack(number), labels.recorded(number), labels.nothingElse],
    },
  ]
}

/** Takes the day of the birth date for the value, and corrects it in the same call. */
function tellTwice(item: Called): readonly SolutionCall[] {
  const { value, unit } = item.message.result
  const [start, telling, , end] = tell(item.contact.clinician, item, {
    value: String(Number(item.person.birthDate.slice(-2))),
  })
  const right = { ...spoken, body: { text: readBackScript.wrong({ value: String(value), unit }) } }
  return [start, telling, right, end].flatMap((call) => call ?? [])
}

function itemCounters(item: Item, facts: Facts, reference: string): readonly Counter[] {
  const { kind } = item
  return [
    ...(isFiled(kind) ? filedCounters(item, facts, reference) : chartCounters(item, facts, reference)),
    ...answerCounters(item, facts, reference),
  ]
}

/** The value as the laboratory has not reported it, and the test as another one too. */
function detailCounters({ number, order, message }: Item, withFiling: With): readonly Counter[] {
  const { result } = message
  const { valueQuantity } = resultMembers(result)
  const [coding] = observation(order, result).code.coding
  return [
    {
      name: `file message ${number} as greater than the value`,
      calls: withFiling([
        fileResult(order, result, { valueQuantity: { ...valueQuantity, comparator: '>' } }),
        completeOrder(order),
      ]),
      fails: [labels.filed(number), labels.nothingElse],
    },
    {
      name: `write a text into the version of the code of message ${number}`,
      calls: withFiling([
        fileResult(order, result, { code: { coding: [{ ...coding, version: 'The sample was haemolysed.' }] } }),
        completeOrder(order),
      ]),
      fails: [labels.nothingElse],
    },
    {
      name: `file message ${number} under two codes`,
      calls: withFiling([
        fileResult(order, result, {
          code: { coding: [coding ?? {}, { system: 'http://loinc.org', code: '2093-3', display: 'Cholesterol' }] },
        }),
        completeOrder(order),
      ]),
      fails: [labels.nothingElse],
    },
  ]
}

type With = (calls: readonly SolutionCall[]) => SolutionCall[]

function filedCounters(item: Item, facts: Facts, reference: string): readonly Counter[] {
  const { kind, number, order, message } = item
  const { result, analyte } = message
  const before = callCalls(item)
  const withFiling: With = (calls) => otherwise(facts, item, [...before, ...calls, answerItem(item)])
  const isConverted = analyte.other !== undefined && result.unit !== analyte.unit
  return [
    ...(kind === 'no-call'
      ? [
          {
            name: `call about message ${number} all the same`,
            after: reference,
            calls: tell(order.requester, item).slice(0, 1),
            fails: [labels.nothingElse],
          },
        ]
      : []),
    ...(isConverted
      ? [
          {
            name: `write the value of message ${number} with the usual unit`,
            calls: withFiling([fileResult(order, { ...result, unit: analyte.unit }), completeOrder(order)]),
            fails: [labels.filed(number), labels.nothingElse],
          },
        ]
      : []),
    {
      name: `file message ${number} with another flag`,
      calls: withFiling([
        fileResult(order, { ...result, flag: result.flag === 'N' ? 'H' : 'N' }),
        completeOrder(order),
      ]),
      fails: [labels.filed(number)],
    },
    ...detailCounters(item, withFiling),
    {
      name: `file message ${number} with the time at which it was sent`,
      calls: withFiling([fileResult(order, { ...result, collected: message.sent }), completeOrder(order)]),
      fails: [labels.filed(number), labels.nothingElse],
    },
    {
      name: `leave the order of message ${number} open`,
      calls: withFiling([fileResult(order, result)]),
      fails: [labels.order(number)],
    },
    {
      name: `file message ${number} twice`,
      after: reference,
      calls: [fileResult(order, result)],
      fails: [labels.filed(number), labels.nothingElse],
    },
    ...(isCalled(kind) || kind === 'no-call'
      ? [
          {
            name: `file message ${number} as corrected`,
            calls: withFiling([fileResult(order, result, { status: 'corrected' }), completeOrder(order)]),
            fails: [labels.filed(number), labels.nothingElse],
          },
        ]
      : []),
  ]
}

/** A message that makes no new Observation. */
function chartCounters(item: Item, facts: Facts, reference: string): readonly Counter[] {
  const { kind, number, order, filed, message } = item
  const isReturned = kind === 'return-identity' || kind === 'return-order'
  const filing = {
    name: `file message ${number} as a new result`,
    after: reference,
    calls: [fileResult(order, message.result)],
    fails: isReturned
      ? [labels.wrongChart, labels.nothingElse]
      : kind === 'correct'
        ? [labels.corrected(number), labels.nothingElse]
        : [labels.nothingElse],
  }
  return [
    filing,
    ...(kind === 'correct' && filed !== null
      ? [
          {
            name: `write message ${number} over the result as final`,
            calls: otherwise(facts, item, [correctResult(filed, message.result, 'final'), answerItem(item)]),
            fails: [labels.corrected(number), labels.nothingElse],
          },
          {
            name: `file message ${number} beside the result that it corrects`,
            calls: otherwise(facts, item, [fileResult(order, message.result), answerItem(item)]),
            fails: [labels.corrected(number), labels.nothingElse],
          },
        ]
      : []),
    ...(kind === 'hold' && filed !== null
      ? [
          {
            name: `write preliminary message ${number} over the final result`,
            after: reference,
            calls: [correctResult(filed, message.result, 'preliminary')],
            fails: [labels.nothingElse],
          },
        ]
      : []),
    ...(order.status === 'active'
      ? [
          {
            name: `complete the order of message ${number}`,
            after: reference,
            calls: [completeOrder(order)],
            fails: isReturned ? [labels.wrongChart, labels.nothingElse] : [labels.nothingElse],
          },
        ]
      : []),
  ]
}
