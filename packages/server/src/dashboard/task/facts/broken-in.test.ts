import { finish, type JsonValue, type LogEntry } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findBrokenIn as findInSteps } from './broken-in.js'
import { readTrajectory, type Trajectory } from './trajectory.js'

function brokenIn(evidence: unknown, log: Trajectory) {
  return finish(findInSteps(evidence, log))
}

function makeCall(seq: number, { method = 'GET' } = {}): LogEntry {
  return {
    seq,
    at: new Date(Date.UTC(2026, 2, 2, 9) + seq * 1000).toISOString(),
    actor: 'agent',
    action: {
      kind: 'call',
      simulator: 'FHIR',
      group: 'fhir',
      call: { method, path: 'Patient', query: '', headers: {}, body: null },
    },
    effects: [],
    events: [],
    response: { status: 200, digest: '0'.repeat(64) },
    engine: '1',
  }
}

function call(seq: number, effect: JsonValue, actor: LogEntry['actor'] = 'agent'): LogEntry {
  return { ...makeCall(seq, { method: 'PUT' }), actor, effects: [{ simulator: 'FHIR', effect }] }
}

function request(status: string) {
  return { op: 'put', resource: { resourceType: 'ServiceRequest', id: 'a', status } }
}

function said(turn: number) {
  return { passed: false, found: true, call_id: 'call_1', turn }
}

function speak(...speakers: readonly string[]) {
  return { op: 'advance', head: { id: 'call_1' }, turns: speakers.map((speaker) => ({ speaker, text: '' })) }
}

const trajectory = readTrajectory([
  makeCall(1),
  call(2, request('draft')),
  call(3, request('active')),
  call(4, request('revoked'), 'environment' as never),
  call(5, { op: 'put', resource: 'appeals', row_id: '1', row: { auth_number: 'PA-1' } }),
  call(6, { op: 'put_request', row_id: 'PA-1', row: { auth_number: 'PA-1' } }),
  call(7, { op: 'put', file: { path: 'out/a.txt', content: '' } }),
  call(8, speak('persona')),
  call(9, speak('agent', 'persona')),
])

it.each([
  ["the agent's last step on a resource", { matched: { reference: 'ServiceRequest/a' } }, [3]],
  ['a row by its key', { matched: { resource: 'appeals', key: 'auth_number', value: 'PA-1', row: 0 } }, [5]],
  ['a request', { matched: { resource: 'prior_auth_requests', key: 'auth_number', value: 'PA-1', row: 0 } }, [6]],
  ['a file by its path', { matched: { collection: 'files', path: 'out/a.txt' } }, [7]],
  [
    'unwanted changes',
    {
      changes: [
        { collection: 'files', path: 'out/a.txt', change: 'created' },
        { reference: 'ServiceRequest/a', collection: 'fhir.ServiceRequest', change: 'changed' },
      ],
    },
    [3, 7],
  ],
  ['acts that left no record', { changed: 0, acts: [{ seq: 6, type: 'prior_auth.submitted' }] }, [6]],
  ['events that were counted', { matched: [2, 99], count: { expected: 0, actual: 2, passed: false } }, [2]],
  ['an act out of order', { event_results: [{ seq: null }], matched: [], out_of_order: [5] }, [5]],
  ['an act that came too late', { matched: [], count: { actual: 0 }, out_of_order: [5] }, [5]],
  ['what was said in a call', { phrase_results: [said(1), { passed: true }] }, [9]],
  ['reads, and no entry that the log lacks', { reads: [{ seq: 1 }, { seq: 99 }], strangers: 1 }, [1]],
])('finds %s', (_, evidence, steps) => {
  expect(brokenIn(evidence, trajectory)).toEqual({ steps, neverDone: false })
})

it('names a step, or reports work that was never done, wherever the evidence names an entry of the log', () => {
  const seqs = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 })
  const events = fc.array(fc.constantFrom(null, 1, 5), { minLength: 1, maxLength: 3 })
  const evidence = fc.oneof(
    seqs.map((list) => ({ reads: list.map((seq) => ({ seq })), strangers: list.length })),
    seqs.map((list) => ({ changed: 0, acts: list.map((seq) => ({ seq, type: 'fax.sent' })) })),
    seqs.map((list) => ({ matched: list, count: { expected: 0, actual: list.length, passed: false } })),
    fc.tuple(seqs, events).map(([list, found]) => ({
      // An order fails because an event is missing.
      event_results: [...found, null].map((seq) => ({ type: 'a', seq })),
      matched: found.filter((seq) => seq !== null),
      out_of_order: list,
    })),
    fc.nat(2).map((turn) => ({ phrase_results: [said(turn)] })),
  )
  fc.assert(
    fc.property(evidence, (one) => {
      const named = [...JSON.stringify(one).matchAll(/"(?:seq|turn)":(\d+)|[[,](\d+)(?=[\],])/g)]
      const isKnown = named.some(([, seq, listed]) => Number(seq ?? listed) <= 9)
      const { steps, neverDone } = brokenIn(one, trajectory)
      expect(steps.length > 0 || neverDone || !isKnown).toBe(true)
    }),
  )
})

it('reports work that was never done', () => {
  const nothing = { matched: null, selected: 0 }
  expect(brokenIn(nothing, trajectory)).toEqual({ steps: [], neverDone: true })
  expect(brokenIn({ matched: { reference: 'Task/x' }, selected: 1 }, trajectory).neverDone).toBe(true)
  const order = {
    event_results: [
      { type: 'a', seq: 2 },
      { type: 'b', seq: null },
    ],
    matched: [2],
  }
  expect(brokenIn(order, trajectory)).toEqual({ steps: [], neverDone: true })
  const unsaid = { phrase_results: [{ passed: false, found: false, turn: null, call_id: null }] }
  expect(brokenIn(unsaid, trajectory)).toEqual({ steps: [], neverDone: true })
  const uncounted = { matched: [], count: { expected: 1, actual: 0, passed: false } }
  expect(brokenIn(uncounted, trajectory)).toEqual({ steps: [], neverDone: true })
  const disagreeing = { field_results: [], values: [{ record: 'order', actual: null, missing: true }] }
  expect(brokenIn(disagreeing, trajectory)).toEqual({ steps: [], neverDone: true })
  // All found values agree, so one value had no record.
  const unselected = { values: [{ record: 'request', actual: 'PA-1', read_as: ['PA-1'] }] }
  expect(brokenIn(unselected, trajectory).neverDone).toBe(true)
  expect(brokenIn({ values: [] }, trajectory).neverDone).toBe(true)
  const differing = { values: [...unselected.values, { record: 'order', actual: 'PA-2', read_as: ['PA-2'] }] }
  expect(brokenIn(differing, trajectory).neverDone).toBe(false)
  // If the agent only read, no step broke anything; its output is checked separately.
  const reading = readTrajectory([makeCall(1)])
  expect(brokenIn({ values: [{ record: 'order', actual: 'PA-1' }] }, reading).neverDone).toBe(true)
  expect(brokenIn({ matched: { output: true } }, reading).neverDone).toBe(false)
  // A record that was created and deleted again counts as done.
  const deleted = readTrajectory([call(1, { op: 'delete', resourceType: 'Task', id: 'x' })])
  expect(brokenIn(nothing, deleted).neverDone).toBe(false)
})

it.each([
  ['a record known only by its position', { matched: { collection: 'faxes', fax: 0 } }],
  ['too many records', { matched: null, selected: 2 }],
  ['no record', null],
])('names no step for %s', (_, evidence) => {
  expect(brokenIn(evidence, trajectory)).toEqual({ steps: [], neverDone: false })
  expect(brokenIn({ matched: null, selected: 0 }, readTrajectory(undefined)).neverDone).toBe(false)
})

it('examines at most 500 effects in a step', () => {
  const one = { simulator: 'FHIR', effect: { op: 'put', resource: { resourceType: 'Basic', id: 'x' } } }
  const long = readTrajectory([{ ...makeCall(1), effects: Array.from({ length: 5000 }, () => one) }])
  const steps = findInSteps({ matched: { reference: 'Task/x' }, selected: 1 }, long)
  let count = 0
  while (steps.next().done !== true) count++
  expect(count).toBe(10)
})
