import { expect, it } from 'vitest'
import { describeSeverity } from '../views/figures.js'
import { isNotRight } from './not-right.js'

const wrongValue = { matched: { reference: 'Task/a' }, selected: 1, before: 0 }
const nothing = { steps: [], neverDone: false }

it.each([
  ['work that a known step broke', { evidence: { matched: null, selected: 0 }, brokenIn: { ...nothing, steps: [3] } }],
  ['a record with a wrong value, where no log is known', { evidence: wrongValue }],
])('calls %s not right', (_, criterion) => {
  expect(isNotRight({ guard: false, ...criterion })).toBe(true)
  expect(isNotRight({ guard: true, ...criterion })).toBe(false)
})

it.each([
  ['a wrong value that nobody wrote', { evidence: wrongValue, brokenIn: { ...nothing, neverDone: true } }],
  ['an output that was not submitted', { evidence: null, brokenIn: nothing }],
  ['a record that does not exist', { evidence: { matched: null, selected: 0 }, brokenIn: nothing }],
])('leaves %s left undone', (_, criterion) => {
  expect(isNotRight({ guard: false, ...criterion })).toBe(false)
})

it('names the harm of work that is not right, of work left undone and of an act in different words', () => {
  const mark = (leftUndone: boolean, notRight: boolean) =>
    describeSeverity({ severity: 'major', harm: 'financial', leftUndone, notRight }).join()
  expect([mark(true, true), mark(true, false), mark(false, false)]).toEqual([
    'major,not right (financial)',
    'major,left undone (financial)',
    'major,financial',
  ])
})
