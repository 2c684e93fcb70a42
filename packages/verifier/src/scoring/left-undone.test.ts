import { expect, it } from 'vitest'
import { addBroken, countBroken, totalBroken } from './broken-criteria.js'
import { isLeftUndone } from './left-undone.js'

it.each([
  ['an event that never happened', { event_results: [{ type: 'a', seq: null }], matched: [] }],
  ['an order that was begun', { event_results: [{ seq: 1 }, { seq: null }], matched: [1] }],
  ['nothing said', { phrase_results: [{ passed: false, found: false }] }],
  ['no record', { matched: null, selected: 0, count: { expected: 1, actual: 0, passed: false } }],
  ['no such event', { matched: [], count: { expected: 1, actual: 0, passed: false } }],
  ['an untouched record', { matched: { reference: 'Task/a' }, selected: 1, unchanged: true }],
])('counts a guard as left undone: %s', (_, evidence) => {
  expect(isLeftUndone({ guard: true, evidence })).toBe(true)
})

it.each([
  ['an act out of order', { event_results: [{ type: 'a', seq: null }], matched: [], out_of_order: [3] }],
  ['what was said', { phrase_results: [{ passed: false, found: true }] }],
  ['a record too many', { matched: null, selected: 1, count: { expected: 0, actual: 1, passed: false } }],
  ['an event too many', { matched: [4], count: { expected: 0, actual: 1, passed: false } }],
  ['the loss of what held before', { matched: null, selected: 0, before: 1 }],
  ['changes', { changes: [{ reference: 'Task/a' }], changed: 1 }],
  ['nothing that is known', null],
])('counts a guard as broken by an act: %s', (_, evidence) => {
  expect(isLeftUndone({ guard: true, evidence })).toBe(false)
  expect(isLeftUndone({ guard: false, evidence })).toBe(true)
})

it('counts broken criteria that were left undone, by severity', () => {
  const run = { outcome: 'failed', guard: false, severity: 'critical', evidence: null } as const
  const guard = { ...run, guard: true, severity: null }
  const runs = [
    run,
    { ...run, severity: null },
    { ...run, outcome: 'passed' } as const,
    guard,
    { ...guard, evidence: { matched: null, selected: 0 } },
  ]
  const broken = countBroken(runs)
  expect(broken).toEqual({
    failures: { critical: 0, major: 2, minor: 0 },
    omissions: { critical: 1, major: 0, minor: 0 },
    left_undone: { critical: 1, major: 1, minor: 0 },
    undecided: 0,
  })
  expect(totalBroken(broken)).toEqual({ critical: 1, major: 2, minor: 0 })
  expect(addBroken([broken, broken]).left_undone).toEqual({ critical: 2, major: 2, minor: 0 })
})
