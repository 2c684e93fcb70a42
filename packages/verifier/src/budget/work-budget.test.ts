import type { Steps } from '@carebench/protocol/wire'
import { expect, it } from 'vitest'
import { WorkBudget } from './work-budget.js'

it('reads in steps what takes long whatever its units are', () => {
  const budget = new WorkBudget({ pauses: true })
  const key = {}
  function* read(): Steps<string> {
    yield
    yield
    return 'read'
  }
  const ask = (isLong: boolean) => budget.answer(key, 'a short text', 1, read, isLong)
  expect(() => ask(true)).toThrow('evaluated again after a pause')
  let steps = 0
  for (const _ of budget.resume()) steps++
  expect([steps, budget.isPaused, ask(true)]).toEqual([3, false, 'read'])
  expect(budget.answer({}, 'a short text', 1, read)).toBe('read')
})
