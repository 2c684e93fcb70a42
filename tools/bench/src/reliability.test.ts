import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { replaceBlocks } from './markdown-tables.js'
import { groupByMark } from './reliability.js'
import type { Result } from './result.js'

function result(contender: string): Result {
  return { benchmark: 'worst', case: 'one', contender, figure: 1, unit: 'ms CPU', ratios: {}, rounds: 1 }
}

it('gives the sequences of a benchmark a table of their own', () => {
  const [request, sequence] = [result('longest piece'), result('longest piece of a request')]
  expect([...groupByMark('worst', [request, sequence])]).toEqual([
    ['worst', [request]],
    ['sequences of worst', [sequence]],
  ])
  expect([...groupByMark('load', [request])]).toEqual([['load', [request]]])
})

it('tools/bench/results/reliability.md has the marks of all tables', () => {
  const page = readFileSync(new URL('../results/reliability.md', import.meta.url), 'utf8')
  const marks = ['worst', 'sequences of worst', 'attacks', 'sequences of attacks', 'load']
  expect(() => replaceBlocks(page, new Map(marks.map((mark) => [mark, ''])))).not.toThrow()
})
