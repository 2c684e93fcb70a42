import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { opaque, sourcePathsIn, workspaceRoot } from './workspace-sources.js'

/** Test files and their shared modules, without strings and comments. */
const files = ['packages', 'fixtures', 'examples', 'tools', 'benchmarks', 'tests']
  .flatMap(sourcePathsIn)
  .filter((path) => /^tests\/|\.test\.ts$|\/src\/(testing|contract)\//.test(path))
  .map((path) => ({ path, code: opaque(readFileSync(join(workspaceRoot, path), 'utf8')).code }))

/** The occurrences of the pattern, with their surroundings. */
function occurrences(pattern: RegExp): readonly string[] {
  return files.flatMap(({ path, code }) => Array.from(code.matchAll(pattern), ([found]) => `${path}: ${found.trim()}`))
}

it('are found', () => expect(files.length).toBeGreaterThan(400))

/** Numbers of draws that are not multiplied by the scale. A check with a seed repeats the same draws. */
function fixedDraws(code: string): readonly string[] {
  const named = Array.from(code.matchAll(/\bnumRuns(?:: | = )([^,}\n]+)([^\n]*)/g))
    .filter(
      ([, draws = '', rest = '']) =>
        !/scale|inject|numRuns|\bruns\b|\bnumber\b|tries/.test(draws) && !/\bseed\b/.test(rest),
    )
    .map(([found]) => found.trim())
  const waited = Array.from(
    code.matchAll(/\bassertUntil\([\s\S]*?\n\s*([\d_]+),\n/g),
    ([, draws]) => `assertUntil ${draws}`,
  )
  return [...named, ...waited]
}

it('multiply their draws by the scale, unless a seed fixes the draws', () => {
  const samples = [
    ['{ numRuns: 300, endOnFailure: true }', 1],
    ['const numRuns = 300\n', 1],
    ['{ numRuns: 5 * 60 }', 1],
    ['{\n  numRuns: 300,\n  endOnFailure: true,\n}', 1],
    ['assertUntil(\n  property,\n  300,\n  () => true,\n)', 1],
    ["{ numRuns: 20 * inject('scale') }", 0],
    ['const numRuns = 20 * scale\n', 0],
    ['{ numRuns: 3 * numRuns }', 0],
    ['{ numRuns: 600, seed: 7 }', 0],
  ] as const
  for (const [code, count] of samples) expect([code, fixedDraws(code).length]).toEqual([code, count])
  const fixed = files.flatMap(({ path, code }) => fixedDraws(code).map((found) => `${path}: ${found}`))
  // README examples show plain numbers.
  expect(fixed).toEqual(['packages/arbitraries/src/readme.test.ts: numRuns: 1000 })'])
})

it('leave time limits to the configuration, which follows the scale', () => {
  expect(occurrences(/^ *\}, (?:[1-9]\d{3,}|\d+_000)\b.*\)$/gm)).toEqual([])
  expect(occurrences(/^ *\},\n *(?:[1-9]\d{3,}|\d+_000),\n *\)$/gm)).toEqual([])
  expect(occurrences(/^ *(?:it|test|describe)\b.*\{ timeout: .*$/gm)).toEqual([])
})

it('read the scale only from the configuration', () => {
  expect(occurrences(/CAREBENCH_SCALE/g)).toEqual([])
})

it('mock no module, because files of a worker share loaded modules', () => {
  expect(occurrences(/\bvi\.(?:do)?[mM]ock\(/g)).toEqual([])
})
