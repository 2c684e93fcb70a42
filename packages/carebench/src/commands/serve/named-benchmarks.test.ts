import { expect, it } from 'vitest'
import { silence } from '../../terminal/progress.js'
import { readNamedBenchmarks } from './named-benchmarks.js'

const terminal = { out: () => {}, err: () => {}, isTTY: false, errColumns: undefined, environment: {}, now: () => 0 }
const context = { terminal, progress: silence }

it('reads benchmarks in order, with their shipped audits', async () => {
  const loaded = await readNamedBenchmarks(['eligibility', 'prior-auth'], context)
  expect(loaded.map(({ definition }) => definition.name)).toEqual(['eligibility', 'prior-auth'])
  expect(loaded.every(({ knownAudits }) => knownAudits.length > 0)).toBe(true)
})

const splits = 'dev|test|dev-x|test-x|days-8|days-16|days-30|days-dev'

it.each([
  ['carebench-1:none', `name a split of the benchmark with --split ${splits}, got none`],
  ['carebench-1', `name a split of the benchmark with --split ${splits}`],
  ['eligibilty', 'did you mean eligibility?'],
  ['eligibilty:dev', 'eligibilty:dev is neither a folder with a benchmark nor one of'],
])('rejects %s', async (source, message) => {
  await expect(readNamedBenchmarks([source], context)).rejects.toThrow(message)
})
