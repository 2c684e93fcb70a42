import { labInbox as solver } from '@carebench/benchmark-solvers/lab-inbox'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { createChance } from '../../chance.js'
import { startsAt, today } from '../../clinic/today.js'
import type { CardFacts, Draw, Family, Instance, SplitPlan } from '../../family.js'
import { say } from '../../phrase-bank.js'
import { refuseToldAnswers } from '../../refusals.js'
import type { Solution, Telling } from '../../task.js'
import { spelledOut } from '../spelled-out.js'
import { countersOf } from './counters.js'
import { criteriaOf } from './criteria.js'
import { drawFacts } from './draw-facts.js'
import { type Branch, branches, type Facts, isCalled, isFiled } from './facts.js'
import { workLabInbox } from './ladder.js'
import { goal, ticket } from './phrases.js'
import { worldOf } from './records.js'
import { floodOf, inboxCalls, otherInboxCalls, readings } from './work.js'

const reference = 'by the handbook'

const test: SplitPlan = [
  { level: 'E', branch: 'call-first', count: 1 },
  { level: 'E', branch: 'no-call', count: 1 },
  { level: 'E', branch: 'correct', count: 1 },
  { level: 'E', branch: 'hold', count: 1 },
  { level: 'E', branch: 'return-identity', count: 1 },
  { level: 'E', branch: 'return-order', count: 1 },
  { level: 'M', branch: 'call-first', count: 1 },
  { level: 'M', branch: 'call-backup', count: 2 },
  { level: 'M', branch: 'no-call', count: 2 },
  { level: 'M', branch: 'correct', count: 1 },
  { level: 'M', branch: 'hold', count: 1 },
  { level: 'M', branch: 'return-identity', count: 1 },
  { level: 'H', branch: 'call-first', count: 1 },
  { level: 'H', branch: 'call-backup', count: 2 },
  { level: 'H', branch: 'no-call', count: 1 },
  { level: 'H', branch: 'correct', count: 1 },
  { level: 'H', branch: 'return-order', count: 1 },
]

const dev: SplitPlan = [
  { level: 'E', branch: 'call-first', count: 1 },
  { level: 'E', branch: 'hold', count: 1 },
  { level: 'E', branch: 'return-identity', count: 1 },
  { level: 'M', branch: 'call-backup', count: 1 },
  { level: 'M', branch: 'no-call', count: 1 },
  { level: 'M', branch: 'correct', count: 1 },
  { level: 'H', branch: 'call-backup', count: 1 },
  { level: 'H', branch: 'return-order', count: 1 },
]

/** The laboratory's messages of a morning: file, correct, hold or return each, and have the critical values read back in time. */
export const labInbox: Family = {
  name: 'lab-inbox',
  title: 'Results of the laboratory',
  work: 'laboratory messages: file, correct or return each, have critical values read back',
  parameters: {
    messages: '3, 4 to 5, 6 to 8',
    test: '9 tests, 7 of which can be critical',
    look: 'the flag, the unit, dialysis, or dialysis that is over',
    faults:
      'date of birth, given name, a twin; an order that is unknown, revoked, for another test, of another patient',
    contact: 'the ordering clinician answers, does not, or has a voice mail; the roster, with a swap of shifts',
    'read-back': 'right, or misheard in a digit',
    'look-alikes': '1 or 2 with another given name',
  },
  branches,
  splits: { dev, test },
  phraseBanks: { goal, ticket },
  harmlessMutants: [
    {
      part: 'turn 4 to',
      reason: 'What the clinician has understood is judged by the read-back code, whatever words confirm it.',
    },
  ],
  make,
  worker: workLabInbox,
  solver,
}

function make({ seed, level, branch, clinic }: Draw): Instance {
  const facts = drawFacts(branch as Branch, { seed, level, clinic })
  const first: Solution = { name: reference, calls: [...inboxCalls(facts)] }
  const second: Solution = { name: 'newest message first, with whole resources', calls: [...otherInboxCalls(facts)] }
  const instance: Instance = {
    id: `lab-inbox-${seed}`,
    seed,
    level,
    branch,
    world: worldOf(facts),
    startsAt,
    taskItems: taskItemsOf(seed),
    truth: truthOf(facts),
    criteria: criteriaOf(facts),
    readings: readings(facts),
    solutions: [first, second],
    extras: [
      {
        name: 'read twice, and again at the end',
        calls: [...readings(facts), ...first.calls, ...readings(facts)],
      },
      spelledOut(
        first,
        facts.items.map(({ person }) => person),
      ),
    ],
    counters: countersOf(facts, reference),
    flood: floodOf(facts),
    card: cardOf(facts, [...readings(facts), ...first.calls]),
  }
  refuseToldAnswers(
    instance,
    facts.items.flatMap(({ message, contact }) => [
      message.control,
      message.mrn,
      ...(contact === null ? [] : [contact.code]),
    ]),
  )
  return instance
}

/** The same work as steps, as a goal, and as a ticket. */
function taskItemsOf(seed: number): Readonly<Record<Telling, JsonObject>> {
  const chance = createChance(seed, 'telling')
  const asked = say(chance, goal, { day: today })
  const steps = [
    'Read the handbook pages laboratory.txt, phones.txt and on-call.txt in inbox/handbook of the file exchange.',
    'Read the inbox of the HL7 interface, and find the patient and the order of each message.',
    'Decide which values are critical. Have each read back by telephone first, and record the read-back.',
    'File, correct, hold or return each result.',
    'Answer each message through the interface.',
  ]
  const inputs = { today }
  return {
    L1: { instruction: `${asked} Steps: ${steps.map((step, index) => `${index + 1}. ${step}`).join(' ')}`, inputs },
    L2: { instruction: asked, inputs },
    L3: { instruction: say(chance, ticket, { day: today }), inputs },
  }
}

function truthOf({ items, onCall }: Facts): JsonValue {
  return {
    onCall: onCall.id,
    messages: items.map(({ kind, message, answer, order, contact }) => ({
      control: message.control,
      kind,
      answer,
      filedFor: isFiled(kind) ? order.id : null,
      readBack: contact === null ? null : { clinician: contact.clinician.id, code: contact.code },
    })),
  }
}

const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

function cardOf({ items, lookAlikes, distractors, swapped }: Facts, calls: Solution['calls']): CardFacts {
  const isWrite = ({ method, path }: Solution['calls'][number]) =>
    writing.has(method) && !(path.includes('/turns') || path.includes('/hangup'))
  const called = items.filter(({ kind }) => isCalled(kind))
  const writes = calls.filter(isWrite).length
  const [main] = items.filter(({ isMain }) => isMain)
  return {
    story: `${items.length} messages of the laboratory. One is ${main === undefined ? 'missing' : branches[main.kind as Branch]}; the others: ${items
      .filter(({ isMain }) => !isMain)
      .map(({ kind }) => kind)
      .join(', ')}.`,
    trap: distractors.map(({ record, differsIn }) => `${record} differs in ${differsIn}`).join('; '),
    traps: [...new Set(distractors.map(({ differsIn }) => differsIn))].sort(),
    distractors,
    vector: {
      systems: called.length > 0 ? 4 : 3,
      writes,
      reads: calls.length - writes,
      hops: called.some(({ kind }) => kind === 'call-backup') ? (swapped ? 7 : 6) : called.length > 0 ? 5 : 3,
      lookAlikes: lookAlikes.length,
      documents: items.length,
      waits: 0,
      rules: new Set(items.map(({ kind }) => kind)).size,
      batch: items.length,
    },
  }
}
