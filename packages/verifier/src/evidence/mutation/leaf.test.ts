import type { JsonValue } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changeLeaves, listLeaves, readSteps, showSteps, withValue } from './leaf.js'

it('finds strings, numbers and booleans with their names', () => {
  const record = { a: [{ b: 1 }, 'x'], c: null, d: [], e: { f: false } }
  expect(listLeaves(record)).toEqual([
    { steps: ['a', 0, 'b'], key: 'b', parent: { b: 1 }, value: 1 },
    { steps: ['a', 1], key: 'a', parent: record, value: 'x' },
    { steps: ['e', 'f'], key: 'f', parent: { f: false }, value: false },
  ])
  expect(listLeaves('x')).toEqual([{ steps: [], key: '', parent: undefined, value: 'x' }])
  expect(listLeaves(record).map(({ steps }) => showSteps(steps))).toEqual(['a[0].b', 'a[1]', 'e.f'])
})

it('stops where there is nothing, and at the depth limit', () => {
  expect(readSteps({ a: [1] }, ['a', 1])).toBeUndefined()
  expect(readSteps({ a: [1] }, ['toString'])).toBeUndefined()
  expect(withValue('x', ['a'], 1)).toBe('x')
  let deep: JsonValue = 'x'
  for (let depth = 0; depth < 5000; depth++) deep = [deep]
  expect(listLeaves(deep)).toEqual([])
})

const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as JsonValue)

it('changes many leaves like one after another, and shares unchanged values', () => {
  fc.assert(
    fc.property(json, (record) => {
      const change = (value: JsonValue) => (typeof value === 'string' ? `${value}!` : value)
      const oneByOne = listLeaves(record).reduce<JsonValue>(
        (changed, { steps, value }) => withValue(changed, steps, change(value)),
        record,
      )
      expect(JSON.stringify(changeLeaves(record, ({ value }) => change(value)))).toBe(JSON.stringify(oneByOne))
      expect(changeLeaves(record, ({ value }) => value)).toBe(record)
    }),
  )
})

it('changes one leaf and nothing else', () => {
  fc.assert(
    fc.property(json, (record) => {
      const text = JSON.stringify(record)
      const leaves = listLeaves(record)
      for (const [index, { steps, value }] of leaves.entries()) {
        expect(readSteps(record, steps)).toBe(value)
        const changed = listLeaves(withValue(record, steps, 'changed by the test'))
        expect(changed.map((leaf) => leaf.value)).toEqual(
          leaves.map((leaf) => leaf.value).with(index, 'changed by the test'),
        )
      }
      expect(JSON.stringify(record)).toBe(text)
    }),
  )
})
