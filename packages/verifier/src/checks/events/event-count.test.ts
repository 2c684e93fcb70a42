import type { EventRecord } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eventLog } from '../../testing/event-log.js'
import { createVerifier } from '../../verify/verifier.js'
import { verify } from '../../verify/verify.js'
import { eventCount } from './event-count.js'

const verifier = createVerifier({ checks: [eventCount], parts: [] })

function run(members: object, entries?: readonly EventRecord[], more: object = {}) {
  return verify({
    verifier,
    criteria: [{ label: 'x', assertion: { assert: 'event-count', ...members }, ...more }],
    evidence: entries === undefined ? {} : { events: entries },
  }).criterion_runs[0]
}

it('reads the records that a call returned if a condition requires them', () => {
  const entries = eventLog('a', 'a', 'a').map((entry, index) => ({
    ...entry,
    ...(index < 2 && { returned: [{ collection: 'fhir.Patient', count: 10 * (index + 2), people: [] }] }),
  }))
  const long = { type: 'a', where: { 'returned[*].count': { $gt: 20 } } }
  expect(run({ ...long, count: 1 }, entries)).toMatchObject({ passed: true, score: 1 })
  expect(run({ ...long, count: 1 }, eventLog('a'))).toMatchObject({ passed: false })
})

it('counts the events of a type that satisfy where [kinds.event-count]', () => {
  const written = { type: ['a', 'b'], where: { 'data.n': { $gte: 1 } } }
  expect(run({ ...written, count: 2 }, eventLog('a', 'b', 'c', 'a'))).toMatchObject({
    passed: true,
    score: 1,
    details: 'Found 2 a or b that satisfies "where": b (seq 2), a (seq 4); expected 2.',
    evidence: { matched: [2, 4], count: { expected: 2, actual: 2, passed: true } },
  })
  expect(run({ ...written, count: { $lte: 1 } }, eventLog('a', 'b', 'a'))).toMatchObject({ passed: false, score: 0 })
  expect(run({ type: 'a', count: 0 }, eventLog('b'))).toMatchObject({ passed: true, details: 'Found 0 a; expected 0.' })
  expect(run({ type: 'a', count: 1 }, eventLog('b'))?.details).toBe('No a occurred. The log has b. Expected 1.')
  expect(run({ ...written, count: 1 }, eventLog('a'))?.details).toBe(
    'No a or b that satisfies "where" occurred. The nearest is a (seq 1), with 0 of 1 condition. Expected "data.n" ' +
      'to be {"$gte":1}, found 0. Expected 1.',
  )
  expect(run({ type: 'a', count: 0 })).toMatchObject({ outcome: 'unsupported' })
})

it('names acts of the agent that came at the wrong time', () => {
  const late = { type: 'a', where: { at: { $lt: '2000-01-01T00:00:00Z' }, 'data.n': 1 }, count: 1 }
  expect(run(late, eventLog('a', 'a', 'b'))?.evidence).toMatchObject({ matched: [], out_of_order: [2] })
  expect(run({ ...late, count: 0 }, eventLog('a', 'a'))?.evidence).not.toHaveProperty('out_of_order')
})

it('requires a type and a count', () => {
  for (const members of [{ type: 'a' }, { count: 1 }, { type: 'a', count: { $no: 1 } }, { type: [], count: 1 }]) {
    expect(verifier.validateAssertion({ assert: 'event-count', ...members })).toMatchObject({ ok: false })
  }
})

it('counts events of the named system only', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ type: fc.constantFrom('a', 'b'), system: fc.constantFrom(undefined, 'second') }), {
        maxLength: 12,
      }),
      fc.nat(12),
      (drawn, count) => {
        const entries = eventLog(...drawn.map(({ type }) => type)).map((event, index) => {
          const system = drawn[index]?.system
          return system === undefined ? event : { ...event, system }
        })
        const own = drawn.filter(({ type, system }) => type === 'a' && system === 'second').length
        expect(run({ type: 'a', system: 'second', count }, entries)?.passed).toBe(own === count)
      },
    ),
  )
})
