import { expect, it } from 'vitest'
import { countOutcomes, resultsStillTrue } from './kept-validity.js'

const result = (id: string, digest: string, engine: string) => ({
  id,
  digest,
  engine,
  checks: [
    { check: 'null' as const, outcome: 'held' as const, detail: '' },
    { check: 'oracle' as const, outcome: 'broken' as const, detail: '' },
  ],
})

it('keeps only results for the current digest of the instance', () => {
  const kept = [result('a', '1', 'x'), result('b', '2', 'x'), result('c', '3', 'old')]
  const digests = new Map([
    ['a', '1'],
    ['b', 'changed'],
    ['c', '3'],
  ])
  expect([...resultsStillTrue(kept, digests).keys()]).toEqual(['a', 'c'])
})

it('counts the outcomes of each check', () => {
  expect(countOutcomes([result('a', '1', 'x'), result('b', '2', 'x')])).toEqual({
    null: { held: 2 },
    oracle: { broken: 2 },
  })
})
