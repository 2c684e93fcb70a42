import type { JsonObject, JsonValue } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { validateAssertion, verify } from '../verifier.js'

/** An order with its term, a reply, two calls of the agent, and a visit of the chart. */
const events = [
  { seq: 0, at: '2026-03-02T15:00:00.000Z', actor: 'system', type: 'hl7.received', data: { id: 'm1' } },
  { seq: 1, at: '2026-03-02T15:30:00.000Z', actor: 'agent', type: 'call.started', data: { to: 'a' } },
  { seq: 2, at: '2026-03-02T16:00:00.000Z', actor: 'system', type: 'hl7.received', data: { id: 'm2' } },
  { seq: 3, at: '2026-03-02T16:45:00.000Z', actor: 'agent', type: 'call.started', data: { to: 'b' } },
]
const visit = { resourceType: 'Appointment', id: 'a1', start: '2026-03-12T09:30:00-06:00', created: '2026-03-02' }
const term = { resourceType: 'Task', id: 't1', restriction: { period: { end: '2026-03-02T16:00:00Z' } } }
const end = { collection: 'fhir.Task', where: { id: 't1' }, path: 'restriction.period.end' }
const received = { type: 'hl7.received' }

function judge(assertion: JsonObject, more: JsonObject = {}) {
  const evidence = { fhir: [visit, term], events, initial: { fhir: [term], events: [] }, ...more }
  const criteria = [
    { label: 'c', assertion: assertion as JsonValue },
    { label: 'other', assertion: { assert: 'output-match', expected: 1 } },
  ]
  return verify({ criteria, evidence: evidence as never }).criterion_runs[0]
}

function call(to: string, within: JsonObject): JsonObject {
  return {
    assert: 'event-order',
    events: [{ type: 'call.started', where: { 'data.to': to, at: { $within: within } } }],
  }
}

it.each<[string, JsonObject, string]>([
  ['a', { of: received, at_most_seconds: 1800 }, 'passed'],
  ['a', { of: received, at_most_seconds: 1799 }, 'failed'],
  ['b', { of: received, at_most_seconds: 3600 }, 'failed'],
  ['b', { of: { ...received, where: { 'data.id': 'm2' } }, at_most_seconds: 3600 }, 'passed'],
  ['a', { of: { ...received, where: { 'data.id': 'm2' } }, at_most_seconds: 3600 }, 'passed'],
  ['a', { of: { ...received, where: { 'data.id': 'm2' } }, at_least_seconds: 0, at_most_seconds: 3600 }, 'failed'],
  ['a', { of: { type: ['fax.sent', 'hl7.received'] }, at_least_seconds: 1800 }, 'passed'],
  ['a', { of: { type: 'fax.sent' }, at_most_seconds: 3600 }, 'failed'],
  ['a', { of: { ...received, system: 'other' }, at_most_seconds: 3600 }, 'failed'],
  ['a', { of: end, at_most_seconds: 0 }, 'passed'],
  ['b', { of: end, at_most_seconds: 0 }, 'failed'],
  ['b', { of: end, at_most_seconds: 2700 }, 'passed'],
  ['a', { of: { ...end, where: { id: 't2' } }, at_most_seconds: 0 }, 'failed'],
  ['b', { of: '2026-03-02', at_most_seconds: 0 }, 'passed'],
  ['b', { of: '2026-03-01', at_most_seconds: 0 }, 'failed'],
])('a call to %s, %j: %s [matchers.within]', (to, within, outcome) => {
  expect(judge(call(to, within))?.outcome).toBe(outcome)
})

it('compares a value of a record with an event, before and after it [matchers.within]', () => {
  const state = (path: string, within: JsonObject) =>
    judge({
      assert: 'record-state',
      collection: 'fhir.Appointment',
      fields: [{ path, expected: { $within: within } }],
    })
  const begun = { type: 'call.started' }
  expect(state('start', { of: begun, at_least_seconds: 9 * 86_400 })?.outcome).toBe('passed')
  expect(state('start', { of: begun, at_most_seconds: -1 })).toMatchObject({
    outcome: 'failed',
    details: expect.stringContaining(
      'Expected "start" to be at least 1 second before call.started, found "2026-03-12T09:30:00-06:00", 864000 ' +
        'seconds after it (2026-03-02T15:30:00.000Z).',
    ),
  })
  // A day as a whole is neither before nor after a time of it.
  expect(state('created', { of: begun, at_least_seconds: 0 })?.outcome).toBe('failed')
  expect(state('created', { of: '2026-03-02', at_least_seconds: 0, at_most_seconds: 0 })?.outcome).toBe('passed')
  expect(state('start', { of: { type: 'fax.sent' }, at_most_seconds: 1 })?.details).toContain(
    'found "2026-03-12T09:30:00-06:00", but there is no such time.',
  )
})

it('is undecided where the log or the records were not observed [matchers.within]', () => {
  const state = (of: JsonValue) => ({
    assert: 'record-state',
    collection: 'fhir.Appointment',
    fields: [{ path: 'start', expected: { $not: { $within: { of, at_most_seconds: 1 } } } }],
  })
  const run = judge(state({ collection: 'messages', path: 'sent_at' }))
  expect(run).toMatchObject({ outcome: 'unsupported', score: 0 })
  expect(run?.details).toContain('at most 1 second after sent_at of messages depends on what was not observed')
  expect(judge(state({ type: 'call.started' }), { events: undefined as never })?.outcome).toBe('unsupported')
})

it.each<[JsonValue, string]>([
  [{ at_most_seconds: 1 }, '/of'],
  [{ of: 'tomorrow', at_most_seconds: 1 }, '/of'],
  [{ of: 5, at_most_seconds: 1 }, '/of'],
  [{ of: '2026-03-02' }, ''],
  [{ of: '2026-03-02', at_most_seconds: '1' }, '/at_most_seconds'],
  [{ of: '2026-03-02', at_least_seconds: 2, at_most_seconds: 1 }, '/at_most_seconds'],
  [{ of: '2026-03-02', at_most: 1 }, '/at_most'],
  [{ of: { type: [] }, at_most_seconds: 1 }, '/of/type'],
  [{ of: { type: 'a', path: 'at' }, at_most_seconds: 1 }, '/of/path'],
  [{ of: { type: 'a', where: { at: { $entity: '/x' } } }, at_most_seconds: 1 }, '/of/where'],
  [
    { of: { type: 'a', where: { at: { $within: { of: received, at_most_seconds: 1 } } } }, at_most_seconds: 1 },
    '/of/where/at/$within/of',
  ],
  [{ of: { collection: 'messages' }, at_most_seconds: 1 }, '/of/path'],
  [{ of: { collection: 'nothing', path: 'x' }, at_most_seconds: 1 }, '/of/collection'],
  [{ of: { collection: 'messages', path: 'x[' }, at_most_seconds: 1 }, '/of/path'],
])('%j has an error at %s', (within, at) => {
  const result = validateAssertion({ assert: 'output-match', expected: { $within: within } })
  expect(result.ok ? [] : result.errors.map(({ path }) => path)).toContain(`/expected/$within${at}`)
})
