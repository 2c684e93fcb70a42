import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readBenchmarks } from './benchmark-folder.js'
import { findTypedTables, listMarks, savedNames, writeTables } from './performance-page.js'
import type { Ratio, Result } from './result.js'
import { readSavedResults, saveResults } from './saved-results.js'

const measurement = { command: 'pnpm bench x12', day: '2026-01-05', node: '20.1.0', cores: 2, load: 0.25 }

function result(name: string, contender: string, figure: number, ratios: Readonly<Record<string, Ratio>>): Result {
  return { benchmark: 'x12', case: name, contender, figure, unit: 'µs CPU', ratios, rounds: 40 }
}

const one = { median: 1, low: 1, high: 1 }

const results = [
  { ...result('10 lines', 'by hand', 10, { 'by hand': one }), floor: 'by hand' },
  result('10 lines', 'ours', 12.34, { 'by hand': { median: 1.234, low: 1.2, high: 1.3 } }),
  { ...result('20 lines', 'by hand', 20, { 'by hand': one }), floor: 'by hand' },
  result('20 lines', 'ours', 1234.5, { 'by hand': { median: 1.5 } }),
  { ...result('a record', 'size', 3, {}), unit: 'kB' },
]

function savedIn(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  saveResults(folder, 'x12', { measurement, results })
  return folder
}

describe('saved results', () => {
  it('are read as they were written', () => {
    expect(readSavedResults(savedIn(), 'x12')).toEqual({ measurement, results })
  })

  it('are written as tables between their marks in a page', () => {
    const page = 'before\n\n<!-- bench x12 -->\n<!-- end of bench x12 -->\n'
    const written = writeTables(page, savedIn())
    expect(written).toBe(`before

<!-- bench x12 -->

Measured by \`pnpm bench x12\` on 2026-01-05, Node 20.1.0, 2 cores, load before 0.3:

| µs CPU · to by hand | by hand | ours              |
| ------------------- | ------- | ----------------- |
| 10 lines            | 10      | 12.3 · 1.23 (1.3) |
| 20 lines            | 20      | 1,235 · 1.5       |

|          | size, kB |
| -------- | -------- |
| a record | 3        |

<!-- end of bench x12 -->
`)
    expect(writeTables(written, savedIn())).toBe(written)
  })

  it('are required for each mark in a page', () => {
    expect(writeTables('nothing', savedIn())).toBe('nothing')
    const page = '<!-- bench x12 -->\n<!-- end of bench x12 -->\n<!-- bench hl7v2 -->\n'
    expect(() => writeTables(page, savedIn())).toThrow('results of hl7v2.')
  })
})

const savedFolder = fileURLToPath(new URL('../results', import.meta.url))

describe.each(['docs/reference/performance.md', 'tools/bench/results/README.md'])('%s', (path) => {
  const page = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

  it('has the tables that the results in tools/bench/results print', () => {
    expect(writeTables(page, savedFolder)).toBe(page)
  })

  it('has no table that was typed by hand, except that of the commands', () => {
    expect(findTypedTables(page).filter((head) => !/^\| question +\| command +\|$/.test(head))).toEqual([])
  })
})

it('docs/reference/performance.md names every benchmark', () => {
  const page = readFileSync(new URL('../../../docs/reference/performance.md', import.meta.url), 'utf8')
  const names = readBenchmarks(fileURLToPath(new URL('..', import.meta.url))).map(({ name }) => name)
  expect(names.filter((name) => !page.includes(`\`pnpm bench ${name}\` `))).toEqual([])
})

it('tools/bench/results/README.md has a table for each file of results', () => {
  const page = readFileSync(new URL('../results/README.md', import.meta.url), 'utf8')
  expect(listMarks(page).toSorted()).toEqual(savedNames(savedFolder))
})

it('finds tables that were typed by hand anywhere outside the marks', () => {
  const table = (head: string) => `| ${head} |\n| --- |\n| 3 |\n`
  const page = `${table('typed')}
<!-- bench x12 -->

${table('printed')}
<!-- end of bench x12 -->

<!-- bench hl7v2 -->
${table('unended')}
${table('at the end')}`
  expect(findTypedTables(page)).toEqual(['| typed |', '| unended |', '| at the end |'])
})
