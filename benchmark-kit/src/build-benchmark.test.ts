import { expect, it } from 'vitest'
import { mostCounters, withinLimit } from './build-benchmark.js'

function counter(name: string, ...fails: readonly string[]) {
  return { name, calls: [], fails: [...fails] }
}

const many = Array.from({ length: mostCounters }, (_, index) =>
  counter(`usual ${index}`, index === 0 ? 'first' : 'usual'),
)

it('a task has the first counters, if they break all that the others do', () => {
  expect(withinLimit([...many, counter('one more', 'usual', 'first')])).toEqual(many)
})

it('a counter beyond the limit that breaks something else replaces one that is not missed', () => {
  const other = counter('other', 'usual', 'other')
  expect(withinLimit([...many, other])).toEqual([...many.slice(0, -1), other])
})
