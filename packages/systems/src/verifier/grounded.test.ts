import type { JsonObject, JsonValue } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { validateAssertion, verify } from '../verifier.js'
import { defaultVerifier } from './verify.js'

const ada = {
  resourceType: 'Patient',
  id: 'p1',
  name: [{ family: 'Sample', given: ['Ada', 'May'] }],
  birthDate: '1965-05-20',
  telecom: [{ value: '618-555-0175' }],
}
const other = { resourceType: 'Patient', id: 'p2', name: [{ family: 'Baird', given: ['Bo'] }], birthDate: '1970-01-02' }
const doctor = { resourceType: 'Practitioner', id: 'd1', name: [{ family: 'Reyes', given: ['Elena'] }] }
const another = { resourceType: 'Practitioner', id: 'd2', name: [{ family: 'Blackwood', given: ['Helen'] }] }
const practice = { resourceType: 'Organization', id: 'o1', name: 'Maple Ridge Medicine' }
const stranger = { resourceType: 'Organization', id: 'o2', name: 'Lakeside Family Practice' }
const before = [ada, other, doctor, another, practice, stranger]
/** Written by the agent. */
const visit = {
  resourceType: 'Appointment',
  id: 'a1',
  start: '2026-03-12T09:30:00-06:00',
  identifier: [{ value: 'RC-11175' }],
  comment: 'Or on March 20.',
}
const price = { resourceType: 'Observation', id: 'v1', valueQuantity: { value: 6.4, unit: 'mmol/L' } }

function named(type: string, id: string, path?: string): JsonObject {
  return { collection: `fhir.${type}`, where: { id }, ...(path !== undefined && { path }) }
}

const facts = [
  named('Patient', 'p1', 'name'),
  named('Appointment', 'a1', 'start'),
  named('Appointment', 'a1', 'identifier[*].value'),
  named('Observation', 'v1', 'valueQuantity'),
  named('Practitioner', 'd1', 'name[0]'),
  named('Organization', 'o1'),
]

function runCriterion(text: string, grounded: JsonObject = { facts }) {
  const fax = { direction: 'outbound', to_number: '+15550100', document_type: 'letter', text, status: 'delivered' }
  const events = [{ seq: 0, at: '2026-03-02T15:00:00Z', actor: 'agent', type: 'fax.sent', data: {} }]
  const evidence = {
    fhir: [...before, visit, price],
    faxes: [fax],
    events,
    initial: { fhir: before, faxes: [], events: [] },
  }
  const assertion = { assert: 'fax-sent', fields: [{ path: 'text', expected: { $grounded: grounded } }] }
  const criteria = [
    { label: 'c', assertion: assertion as JsonValue },
    { label: 'other', assertion: { assert: 'output-match', expected: 1 } },
  ]
  return verify({ criteria, evidence: evidence as never }).criterion_runs[0]
}

it.each([
  'Ada Sample: Thursday, March 12 at half past nine in the morning with Dr. Reyes. Number RC-11175, 6.4 mmol/L.',
  'To Maple Ridge Medicine. Dated March 2, 2026.\nMs. Sample, born May 20, 1965, tel. (618) 555-0175.',
])('grounds values of named records, of those concerned and of today: %s [matchers.grounded]', (text) => {
  expect(runCriterion(text)).toMatchObject({ outcome: 'passed' })
})

it.each([
  ['It is on March 20.', 'text says "March 20", a date that no fact gives.'],
  ['It is on March 2.', 'text says "March 2", a date that no fact gives.'],
  ['With Dr. Blackwood.', 'text says "Dr. Blackwood", a name that no fact gives.'],
  ['Helen Blackwood will see her.', 'text says "Helen Blackwood", a name that no fact gives.'],
  ['Lakeside Family Practice', 'text says "Lakeside Family Practice", a name that no fact gives.'],
  ['Born January 2, 1970.', 'text says "January 2, 1970", a date that no fact gives.'],
  [
    'RC-11157, 4.6 mmol/L',
    'text says "RC-11157", an identifier that no fact gives. It says "4.6 mmol/L", an amount that no fact gives.',
  ],
  ['It is not on March 12.', 'text says that "March 12" is not so, against the facts.'],
  ['Friday, March 12', 'It says "March 12" with a weekday that it is not.'],
])('%s: the details name the value [matchers.grounded]', (text, details) => {
  const run = runCriterion(text)
  expect(run?.outcome).toBe('failed')
  expect(run?.details).toContain(details)
})

it('leaves unreadable passages undecided, and quotes them [matchers.grounded]', () => {
  const run = runCriterion('At half past something.')
  expect(run).toMatchObject({ outcome: 'undecided', score: 0 })
  expect(run?.details).toContain('Not verified: "half past something" cannot be read as a time of day.')
  const missing = { facts: [{ collection: 'messages', path: 'body' }] }
  expect(runCriterion('At nine.', missing)?.outcome).toBe('unsupported')
})

it.each<[JsonObject, string]>([
  [{}, '/facts'],
  [{ facts: [] }, '/facts'],
  [{ facts: [''] }, '/facts/0'],
  [{ facts: [{ date: '2026-02-30' }] }, '/facts/0/date'],
  [{ facts: [{ collection: 'nothing', path: 'x' }] }, '/facts/0/collection'],
  [{ facts: [{ collection: 'faxes', path: 'text[' }] }, '/facts/0/path'],
  [{ facts: [{ collection: 'faxes', path: 1 }] }, '/facts/0/path'],
  [{ facts: [{ collection: 'faxes', where: { text: { $entity: '/x' } } }] }, '/facts/0/where'],
  [{ facts: [1], kinds: ['dates'] }, '/kinds/0'],
  [{ facts: [1], statuses: { bookd: true } }, '/statuses/bookd'],
  [{ facts: [1], statuses: { booked: 'yes' } }, '/statuses/booked'],
])('%j has an error at %s', (grounded, at) => {
  const result = validateAssertion({ assert: 'output-match', expected: { $grounded: grounded } })
  expect(result.ok ? [] : result.errors.map(({ path }) => path)).toContain(`/expected/$grounded${at}`)
})

it('reads the names of a large world in steps, also for a short text', () => {
  const person = (at: number) => ({ resourceType: 'Patient', id: `p${at}`, name: [{ family: 'Roe', given: ['Ada'] }] })
  const fhir = Array.from({ length: 4000 }, (_, at) => person(at))
  const assertion = { assert: 'output-match', expected: { $grounded: { facts: ['Ada Roe'] } } }
  const input = {
    criteria: [{ label: 'x', assertion }],
    evidence: { output: 'Hello Ada Roe.', fhir, initial: { fhir } },
  }
  const steps = defaultVerifier().verifyInSteps(input)
  let count = 0
  let next = steps.next()
  for (; next.done !== true; next = steps.next()) count++
  expect(next.value.criterion_runs[0]?.outcome).toBe('passed')
  expect(count).toBeGreaterThan(20)
})

it('takes the first two thousand values of records as facts, equal ones once', () => {
  const judge = (numbers: readonly number[]) => {
    const identifier = [...numbers.map((number) => ({ value: `A${number}` })), { value: 'RC-11175' }]
    const message = { direction: 'outbound', channel: 'sms', to: '1', from: '2', body: 'Number RC-11175.' }
    const expected = { $grounded: { facts: [named('Appointment', 'a1', 'identifier[*].value')] } }
    const assertion = { assert: 'message-sent', fields: [{ path: 'body', expected }] }
    const evidence = {
      fhir: [...before, { ...visit, identifier }],
      messages: [message],
      initial: { fhir: before, messages: [] },
    }
    return verify({ criteria: [{ label: 'c', assertion: assertion as JsonValue }], evidence: evidence as never })
      .criterion_runs[0]?.outcome
  }
  const list = (count: number) => Array.from({ length: count }, (_, number) => 10_000 + number)
  expect([judge(list(1999)), judge(list(2000)), judge(list(5000).map(() => 1))]).toEqual(['passed', 'failed', 'passed'])
})

it('counts every fact for every text, and is undecided beyond the budget', () => {
  const identifier = Array.from({ length: 2000 }, (_, at) => ({ value: `A${10_000 + at}` }))
  const expected = { $grounded: { facts: [named('Appointment', 'a1', 'identifier[*].value')] } }
  const assertion = { assert: 'message-sent', match: 'all', fields: [{ path: 'body', expected }] } as JsonValue
  const judge = (count: number) => {
    const messages = Array.from({ length: count }, (_, at) => ({
      ...{ direction: 'outbound', channel: 'sms', to: '1', from: '2' },
      body: `Number A${10_000 + at}. ${'The visit is booked. '.repeat(5)}`,
    }))
    const evidence = {
      fhir: [...before, { ...visit, identifier }],
      messages,
      initial: { fhir: before, messages: [] },
    }
    return verify({ criteria: [{ label: 'c', assertion }], evidence: evidence as never }).criterion_runs[0]?.outcome
  }
  expect([judge(10), judge(40)]).toEqual(['passed', 'undecided'])
})
