import { describe, expect, it } from 'vitest'
import { markdownBlock, markdownTable, replaceBlocks } from './markdown-tables.js'
import type { Result } from './result.js'

function result(benchmark: string, name: string, contender: string, figure: number, unit = 'ms CPU'): Result {
  return { benchmark, case: name, contender, figure, unit, ratios: {}, rounds: 1 }
}

describe('a table', () => {
  it('has a row for each case, and leaves out cases of `worst` below a minimum', () => {
    const results = ['GET /a|b', 'GET /b', 'GET /c'].flatMap((name, place) => [
      result('worst', name, 'longest piece', 18 + 2 * place),
      result('worst', name, 'all of it', 1234.5 * (place + 1)),
    ])
    expect(markdownTable('worst', results)).toBe(`|        | longest piece, ms CPU | all of it, ms CPU |
| ------ | --------------------- | ----------------- |
| GET /b | 20                    | 2,469             |
| GET /c | 22                    | 3,704             |
`)
    expect(markdownTable('attacks', results)).toContain(String.raw`| GET /a\|b |`)
  })

  it('has a column for earlier figures if a result has one', () => {
    const results = [
      { ...result('attacks', 'a fax', 'all of it', 40), before: '19 s' },
      result('attacks', 'a search', 'all of it', 2),
    ]
    expect(markdownTable('attacks', results)).toBe(`|          | before | all of it, ms CPU |
| -------- | ------ | ----------------- |
| a fax    | 19 s   | 40                |
| a search |        | 2                 |
`)
  })

  it('is followed by a second table for cases with other contenders', () => {
    const results = ['a fax', 'a search'].map((name) => result('attacks', name, 'all of it', 2))
    const sequences = ['twice', 'again'].map((name) => result('attacks', name, 'a wait', 3, 'ms'))
    expect(markdownTable('attacks', [...results, ...sequences])).toBe(
      `${markdownTable('attacks', results)}\n${markdownTable('attacks', sequences)}`,
    )
    expect(markdownTable('attacks', sequences)).not.toContain('all of it')
  })

  it('has a column for each case if there are fewer cases than contenders', () => {
    const results = ['p50', 'p99', 'CPU'].map((contender) => result('load', '12 runs', contender, 0.5, 'ms'))
    expect(markdownTable('load', results)).toBe(`|         | 12 runs |
| ------- | ------- |
| p50, ms | 0.5     |
| p99, ms | 0.5     |
| CPU, ms | 0.5     |
`)
  })
})

it('replaces the table between the marks of its benchmark', () => {
  const measurement = { command: 'pnpm bench worst', day: '2026-01-05', node: '20.1.0', cores: 2, load: 0.25 }
  const block = markdownBlock(measurement, '| a |\n')
  const page = 'before\n\n<!-- bench worst -->\n\nold\n\n<!-- end of bench worst -->\n\nafter\n'
  const replaced = replaceBlocks(page, new Map([['worst', block]]))
  expect(replaced).toBe(`before

<!-- bench worst -->

Measured by \`pnpm bench worst\` on 2026-01-05, Node 20.1.0, 2 cores, load before 0.3:

| a |

<!-- end of bench worst -->

after
`)
  expect(replaceBlocks(replaced, new Map([['worst', block]]))).toBe(replaced)
  expect(() => replaceBlocks(page, new Map([['load', block]]))).toThrow('"<!-- bench load -->"')
})
