import { beforeAll, describe, expect, it } from 'vitest'
import { buildBenchmark } from '../../build-benchmark.js'
import { createClinic } from '../../clinic/clinic.js'
import { Workbench } from '../../desk/workbench.js'
import { claimStatus } from '../../families/claim-status/family.js'
import { labInbox } from '../../families/lab-inbox/family.js'
import type { Family, Instance } from '../../family.js'
import { guardDay } from '../../guards/add-guards.js'
import type { Criterion } from '../../task.js'
import { mergeInstances } from './merge-instances.js'
import { IncompatibleError, joinRecords, mergeObjects } from './merge-values.js'
import { uniteGuards } from './unite-guards.js'

const clinic = createClinic(1)

function draw(family: Family, seed: number): Instance {
  const [branch = ''] = Object.keys(family.branches)
  return family.make({ seed, level: 'E', branch, clinic })
}

describe('two pieces of work in one world', () => {
  const lab = draw(labInbox, 400_000)
  const claims = draw(claimStatus, 400_777)
  const works = [
    { key: 'lab', instance: lab },
    { key: 'claims', instance: claims },
  ]
  const day = guardDay({
    ...mergeInstances('day-1', clinic, works),
    items: works.map(({ key }) => ({ key, label: key })),
  })
  let bench: Workbench

  beforeAll(async () => {
    const built = buildBenchmark('days', clinic, [{ ...day, counters: [], solutions: [] }])
    bench = await Workbench.openUnaudited(built)
  })

  function work(...instances: readonly Instance[]) {
    return bench.make(
      'day-1',
      instances.flatMap(({ readings, solutions }) => [...readings, ...(solutions[0]?.calls ?? [])]),
    )
  }

  it('pass together, in any order', async () => {
    expect(await work(lab, claims)).toMatchObject({ verdict: 'pass', score: 1, broken: [], refused: [] })
    expect(await work(claims, lab)).toMatchObject({ verdict: 'pass', score: 1, broken: [], refused: [] })
  })

  it('pass one by one, and break nothing of each other', async () => {
    expect((await work(lab)).items).toEqual({ lab: 'pass', claims: 'fail' })
    expect((await work(claims)).items).toEqual({ lab: 'fail', claims: 'pass' })
  })
})

describe('what is merged', () => {
  it('keeps the order of a list that all share, after what each adds to it', () => {
    expect(mergeObjects([{ a: ['x', 'base'] }, { a: ['y', 'base'] }], { a: ['base'] })).toEqual({
      a: ['x', 'y', 'base'],
    })
  })

  it('merges objects by their id', () => {
    const payers = [{ payers: [{ id: '1', members: ['x'] }] }, { payers: [{ id: '1', members: ['y'] }, { id: '2' }] }]
    expect(mergeObjects(payers)).toEqual({ payers: [{ id: '1', members: ['x', 'y'] }, { id: '2' }] })
  })

  it('rejects what would have to be two things', () => {
    expect(() => mergeObjects([{ a: { b: 1 } }, { a: { b: 2 } }])).toThrow('one value of /a/b, got 1 and 2')
    expect(() => joinRecords([{ id: 1 }, { id: 1, more: true }], ({ id }) => String(id))).toThrow(IncompatibleError)
  })
})

describe('united guards', () => {
  function unite(...assertions: readonly object[]) {
    const criteria = assertions.map((assertion, index) => {
      return {
        key: `w${index}`,
        criterion: { label: 'x', guard: true, severity: 'major', assertion } as unknown as Criterion,
      }
    })
    return uniteGuards(criteria).united.flatMap(({ guards }) => guards.map(({ assertion }) => assertion))
  }

  const allowing = (...allow: readonly object[]) => ({ assert: 'no-collateral', allow })
  const task = (id: string, more: object = {}) => ({ collection: 'fhir.Task', where: { id, ...more } })

  it('allow together what each allows', () => {
    const fax = { collection: 'faxes', where: { to_number: '+1' } }
    expect(unite(allowing(task('1')), allowing(task('2'), fax))).toEqual([allowing(task('1'), task('2'), fax)])
  })

  it('are several where one has no room, each with all that the others allow', () => {
    const long = (id: string) => task(id, { note: { $oneOf: [id.repeat(30_000)] } })
    const anything = (id: string) => ({ collection: 'fhir.Task', where: { id: { $oneOf: [id] } }, about: 'anyone' })
    expect(unite(allowing(long('1')), allowing(long('2')))).toEqual([
      allowing(long('1'), anything('2')),
      allowing(long('2'), anything('1')),
    ])
  })

  it('add up what may happen so often, and accept what one of them accepts', () => {
    const atMost = (most: number) => ({ assert: 'event-count', type: 'x', count: { $lte: most } })
    const only = (...to: readonly string[]) => ({
      assert: 'event-count',
      where: { to: { $not: { $oneOf: to } } },
      count: 0,
    })
    expect(unite(atMost(1), atMost(2))).toEqual([atMost(3)])
    expect(unite(only('1'), only('2', '1'))).toEqual([only('1', '2')])
  })
})
