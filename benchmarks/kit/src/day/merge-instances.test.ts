import { keepAudit } from '@carebench/service'
import { beforeAll, expect, it } from 'vitest'
import { buildBenchmark } from '../build-benchmark.js'
import { createClinic } from '../clinic/clinic.js'
import { digestOfVersion, Workbench } from '../desk/workbench.js'
import { claimStatus } from '../families/claim-status/family.js'
import { labInbox } from '../families/lab-inbox/family.js'
import type { Family, Instance } from '../family.js'
import { guardInstance } from '../guards/add-guards.js'
import { mergeInstances } from './merge-instances.js'
import { mergeObjects } from './merge-values.js'

const clinic = createClinic(1)

function draw(family: Family, seed: number): Instance {
  const [branch = ''] = Object.keys(family.branches)
  return family.make({ seed, level: 'E', branch, clinic })
}

const lab = draw(labInbox, 400_000)
const claims = draw(claimStatus, 400_777)
const { instance: raw, items } = mergeInstances('day-1', [lab, claims])
const day = guardInstance(raw)

let bench: Workbench

beforeAll(async () => {
  const built = buildBenchmark('days', clinic, [day])
  const { scored_only: _, ...overrides } = built.overrides ?? {}
  const tasks = built.tasks.map(({ counters: __, solutions: ___, ...task }) => ({ ...task, items: [...items] }))
  const benchmark = { ...built, overrides, tasks }
  const digest = await digestOfVersion(benchmark)
  const unaudited = keepAudit({ digest, audit: { ok: true, errors: 0, warnings: 0, tasks: [] } })
  bench = await Workbench.open(benchmark, { knownAudits: [unaudited] })
})

function work(...instances: readonly Instance[]) {
  return bench.make(
    'day-1',
    instances.flatMap(({ readings, solutions }) => [...readings, ...(solutions[0]?.calls ?? [])]),
  )
}

it('the work of both items passes, in any order', async () => {
  expect(await work(lab, claims)).toMatchObject({ verdict: 'pass', score: 1, broken: [], refused: [] })
  expect(await work(claims, lab)).toMatchObject({ verdict: 'pass', score: 1, broken: [], refused: [] })
})

it('the work of one item passes that item and breaks nothing of the other', async () => {
  for (const [done, left] of [
    [lab, claims],
    [claims, lab],
  ] as const) {
    const { verdict, broken } = await work(done)
    expect([verdict === 'pass', broken.length > 0]).toEqual([false, true])
    expect(broken.filter((label) => !label.startsWith(`${left.id}: `))).toEqual([])
  }
})

it('merges configurations, and refuses those that say different things', () => {
  expect(mergeObjects({ a: { b: [1] }, c: 1 }, { a: { b: [1, 2], d: 2 }, c: 1 })).toEqual({
    a: { b: [1, 2], d: 2 },
    c: 1,
  })
  expect(() => mergeObjects({ a: { b: 1 } }, { a: { b: 2 } })).toThrow('of /a/b in both, got 1 and 2')
})
