import type { Steps } from '@carebench/protocol/wire'
import { expect, it } from 'vitest'
import { WorkBudget } from './work-budget.js'

it('pauses a loop over many long texts that exceed the budget, and continues where it stopped', () => {
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

it('gets further after each pause in a loop that depends on assumptions', () => {
  const budget = new WorkBudget({ pauses: true })
  const assumptions = { asked: 0 }
  const furthest: number[] = []
  const loop = {
    key: {},
    subject: 'texts',
    count: 9000,
    start: () => 0,
    step(_: number, index: number) {
      assumptions.asked++
      budget.noteCharacters(2000)
      return index
    },
  }
  for (;;) {
    budget.begin()
    const step = (state: number, index: number) => {
      furthest[furthest.length - 1] = index
      return loop.step(state, index)
    }
    furthest.push(0)
    try {
      budget.run({ ...loop, step }, assumptions)
      break
    } catch (error) {
      if (!budget.isPaused) throw error
      for (const _ of budget.resume());
    }
  }
  expect(furthest).toEqual([1000, 2001, 3002, 4003, 5004, 6005, 7006, 8007, 8999])
})

it('reads in steps if reading takes long for another reason than its units', () => {
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

it('rests once after each piece of long work, and never if it does not pause', () => {
  const budget = new WorkBudget({ pauses: true })
  const [work, other] = [{}, {}]
  for (const key of [work, other]) {
    expect(() => budget.rest(key)).toThrow('evaluated again after a pause')
    expect(budget.isPaused).toBe(true)
    for (const _ of budget.resume());
    budget.rest(key)
    expect(budget.isPaused).toBe(false)
  }
  new WorkBudget({ pauses: false }).rest(work)
})
