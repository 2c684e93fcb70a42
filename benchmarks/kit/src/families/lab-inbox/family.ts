import { labInbox as solver } from '@carebench/benchmark-solvers/lab-inbox'
import type { JsonValue } from '@carebench/protocol'
import { defineFamily } from '../../builders/define-family.js'
import { spelledOut } from '../../builders/spelled-out.js'
import { today } from '../../clinic/today.js'
import { makeCounters } from './counters.js'
import { makeCriteria } from './criteria.js'
import { drawFacts } from './draw-facts.js'
import { type Branch, branches, type Facts, isCalled, isFiled } from './facts.js'
import { workLabInbox } from './ladder.js'
import { goal, ticket } from './phrases.js'
import { makeWorld } from './records.js'
import { inboxCalls, makeFlood, otherInboxCalls, readings } from './work.js'

/**
 * The laboratory's messages of a morning: file, correct, hold or return each, and have the critical values read back in
 * time.
 */
export const labInbox = defineFamily<Branch, Facts>({
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
  volume: { of: 'rows', min: 34, max: 40 },
  splits: {
    test: {
      E: 'call-first, no-call, correct, hold, return-identity, return-order',
      M: 'call-first, call-backup 2, no-call 2, correct, hold, return-identity',
      H: 'call-first, call-backup 2, no-call, correct, return-order',
    },
    dev: {
      E: 'call-first, hold, return-identity',
      M: 'call-backup, no-call, correct',
      H: 'call-backup, return-order',
    },
  },
  facts: drawFacts,
  world: makeWorld,
  instruction: {
    goal,
    ticket,
    pages: ['laboratory.txt', 'phones.txt', 'on-call.txt'],
    steps: [
      'Read the handbook pages laboratory.txt, phones.txt and on-call.txt in inbox/handbook of the file exchange.',
      'Read the inbox of the HL7 interface, and find the patient and the order of each message.',
      'Decide which values are critical. Have each read back by telephone first, and record the read-back.',
      'File, correct, hold or return each result.',
      'Answer each message through the interface.',
    ],
    slots: () => ({ day: today }),
  },
  truth: writeTruth,
  answers: ({ items }) =>
    items.flatMap(({ message, contact }) => [
      message.control,
      message.mrn,
      ...(contact === null ? [] : [contact.code]),
    ]),
  readings,
  rereads: 1,
  byHandbook: (facts) => inboxCalls(facts),
  otherWay: ['newest message first, with whole resources', otherInboxCalls],
  extras: ({ items }, first) => {
    const people = items.map(({ person }) => person)
    return [spelledOut(first, people)]
  },
  criteria: makeCriteria,
  harms: makeCounters,
  flood: makeFlood,
  harmlessMutants: [
    {
      part: 'turn 4 to',
      reason: 'What the clinician has understood is judged by the read-back code, whatever words confirm it.',
      ofQuestion: true,
    },
  ],
  choices: ({ items }) => items.map(({ kind, answer, contact }) => [kind, answer, contact?.first ?? null]),
  statements: ({ clinicians }) => ({
    facts: [...clinicians.map(({ name }) => name), { date: today }],
    statuses: { critical: true, abnormal: true, received: true, confirmed: true },
  }),
  card: makeCard,
  countedAsReads: /\/(turns|hangup)/,
  ladder: workLabInbox,
  solver,
})

function writeTruth({ items, onCall }: Facts): JsonValue {
  return {
    onCall: onCall.id,
    messages: items.map(({ kind, message, answer, order, contact }) => ({
      control: message.control,
      kind,
      answer,
      filedFor: isFiled({ kind, message }) ? order.id : null,
      readBack: contact === null ? null : { clinician: contact.clinician.id, code: contact.code },
    })),
  }
}

function makeCard({ items, swapped }: Facts) {
  const kinds = new Set(items.map(({ kind }) => kind))
  const isAnyCalled = [...kinds].some(isCalled)
  const main = items.find(({ isMain }) => isMain)
  const others = items.filter((item) => item !== main).map(({ kind }) => kind)
  return {
    story: `${items.length} messages of the laboratory. One is ${main === undefined ? 'missing' : branches[main.kind as Branch]}; the others: ${others.join(', ')}.`,
    systems: isAnyCalled ? 4 : 3,
    hops: kinds.has('call-backup') ? (swapped ? 7 : 6) : isAnyCalled ? 5 : 3,
    documents: items.length,
    rules: kinds.size,
    batch: items.length,
  }
}
