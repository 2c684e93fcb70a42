import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultSystems } from '@carebench/service'
import { afterAll, expect, it } from 'vitest'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { workspaceRoot } from '../workspace-sources.js'
import { readBlocks, readExample } from './shell-walk.js'

const block = readBlocks('docs/guides/writing-a-benchmark.md')
const parent = mkdtempSync(join(tmpdir(), 'carebench-guide-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))
const folder = join(parent, 'visits')
mkdirSync(folder)

function write(name: string, content: string) {
  return writeFileSync(join(folder, name), content)
}

/** A folder with a benchmark of one task in the world of the guide. */
function createFolder(name: string, patients: object, task: object): string {
  const own = join(parent, name)
  mkdirSync(own)
  writeFileSync(join(own, 'patients.json'), JSON.stringify(patients))
  writeFileSync(join(own, 'benchmark.json'), JSON.stringify({ ...JSON.parse(weak), tasks: [task] }))
  return own
}

const weak = block('json benchmark')
const mended = JSON.stringify({ ...JSON.parse(weak), tasks: [JSON.parse(block('json task'))] })
write('patients.json', block('json patients'))

it('names every type of system that there is', () => {
  const guide = readFileSync(join(workspaceRoot, 'docs/guides/writing-a-benchmark.md'), 'utf8')
  const [, list = ''] = /`simulators` of the types ([^|]*?), each/.exec(guide) ?? []
  const named = [...list.matchAll(/`(\w+)`/g)].map(([, type]) => type)
  expect(named.sort()).toEqual(defaultSystems.map(({ type }) => type).sort())
})

it('finds the mistake in the first benchmark of the guide', async () => {
  write('benchmark.json', weak)
  const { code, out } = await runInProcess(['audit', folder])
  expect(code).toBe(1)
  expect(out).toContain('error vacuous The chart of the patient is there')
  expect(out).toContain('warning no-solution')
})

it('finds none in the corrected benchmark', async () => {
  write('benchmark.json', mended)
  const { code, out } = await runInProcess(['audit', folder, '--strict'])
  expect(code).toBe(0)
  expect(out).toContain('0 errors, 0 warnings')
  expect(out).toMatch(/Record the visit +2 +0\.00 .* one encounter +1\.00 pass +6 of 6/)
})

const example = JSON.parse(readExample('hard-to-cheat/benchmark.json'))
const world = JSON.parse(readExample('hard-to-cheat/patients.json'))
const [hard] = example.tasks

it('shows the criteria of the example that is hard to cheat', () => {
  expect(JSON.parse(readBlocks('docs/guides/hard-to-cheat.md')('json criteria'))).toEqual(hard.criteria)
})

it('breaks the guard against reading only by the counterexample', async () => {
  const [read, ...others] = hard.counters
  let next = 0
  const audit = async (counters: readonly unknown[]) =>
    runInProcess(['audit', createFolder(`read-${next++}`, world, { ...hard, counters }), '--strict'])
  const without = await audit(others)
  expect(without.code).toBe(1)
  expect(without.out).toContain('warning unreached-guard Only the chart of Ana Lopez was read')
  const [call] = read.calls
  for (const query of ['', '&_summary=count', '&code=none']) {
    const counter = { ...read, calls: [{ ...call, path: `fhir/Observation?patient=eva${query}` }] }
    const found = await audit([counter, ...others])
    expect(found).toMatchObject({ code: 0, out: expect.stringContaining('0 errors, 0 warnings') })
  }
})

it('is hard to cheat: nothing in the audit of the task passes that should not', async () => {
  const audited = await runInProcess(['audit', createFolder('hard', world, hard), '--strict'])
  expect(audited).toMatchObject({ code: 0, out: expect.stringContaining('0 errors, 0 warnings') })

  const wrong = hard.counters.map((counter: object) => ({ ...counter, fails: ['The task is completed'] }))
  const unnoticed = await runInProcess(['audit', createFolder('unnoticed', world, { ...hard, counters: wrong })])
  expect(unnoticed).toMatchObject({ code: 1, out: expect.stringContaining('error counter-unnoticed') })
})

it('finds no error in its files', async () => {
  write('benchmark.json', mended)
  expect((await runInProcess(['validate', folder])).code).toBe(0)
})
