import type { Steps } from '@carebench/protocol/wire'
import { expect, it } from 'vitest'
import { WorkBudget } from './work-budget.js'

it('pauses a loop over many long texts that exceed the budget, and goes on where it stopped', () => {
  const budget = new WorkBudget({ pauses: true })
  const question = {}
  const key = {}
  const seen: number[] = []
  function* read(): Steps<string> {
    yield
    return 'read'
  }
  const loop = {
    key,
    subject: 'texts',
    count: 9000,
    start: () => 0,
    step(state: number, index: number) {
      seen.push(index)
      const text = `${index} `.padEnd(2000)
      return state + (budget.answer(question, text, 2_000_000, read) === undefined ? 1 : 0)
    },
  }
  let pauses = 0
  for (;;) {
    budget.begin()
    try {
      expect(budget.run(loop, undefined)).toBe(9000)
      break
    } catch (error) {
      if (!budget.isPaused) throw error
      pauses++
      for (const _ of budget.resume());
    }
  }
  expect(pauses).toBe(8)
  expect(seen).toEqual(Array.from({ length: 9000 }, (_, index) => index))
})

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
