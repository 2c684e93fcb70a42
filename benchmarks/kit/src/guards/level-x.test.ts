import { beforeAll, describe, expect, it } from 'vitest'
import { buildBenchmark, makeTelling } from '../build-benchmark.js'
import { fillCharts } from '../builders/fill-charts.js'
import { resourcesIn } from '../builders/world-values.js'
import { createClinic } from '../clinic/clinic.js'
import { Workbench } from '../desk/workbench.js'
import { claimStatus } from '../families/claim-status/family.js'
import { families } from '../families/families.js'
import { drawn } from '../refusals.js'
import { guardInstance } from './add-guards.js'

const clinic = createClinic(1)

describe('level X', () => {
  it('has worlds more than twice as large as level H, and tickets as instructions', () => {
    for (const family of families) {
      const [branch = ''] = Object.keys(family.branches)
      const [hard, long] = (['H', 'X'] as const).map((level) => drawAny(family, { level, branch }))
      const sizes = [hard, long].map((instance) => JSON.stringify(instance?.world).length)
      expect([family.name, (sizes[1] ?? 0) > 2 * (sizes[0] ?? 0)]).toEqual([family.name, true])
      expect(makeTelling(long?.level ?? 'E', 0)).toBe('L3')
    }
  })
})

function drawAny({ make }: (typeof families)[number], { level, branch }: { level: 'H' | 'X'; branch: string }) {
  for (let seed = 600_000; seed < 600_200; seed++) {
    const instance = drawn(() => make({ seed, level, branch, clinic }))
    if (instance !== undefined) return instance
  }
  throw new RangeError(`no seed gives ${branch} at ${level}`)
}

describe('splitGuards', () => {
  const plain = claimStatus.make({ seed: 500_000, level: 'X', branch: 'denied', clinic })
  const instance = guardInstance(plain)
  const labels = new Set(instance.criteria.map(({ label }) => label))
  const split = plain.criteria.map(({ label }) => label).filter((label) => !labels.has(label))

  let bench: Workbench
  beforeAll(async () => {
    const built = buildBenchmark('x', clinic, [instance])
    const tasks = built.tasks.map(({ counters: _, solutions: __, ...task }) => task)
    bench = await Workbench.openUnaudited({ ...built, tasks })
  })

  it('splits the guard that has a row for each claim, and nothing else', () => {
    expect(split).toHaveLength(1)
  })

  it('allows the right work', async () => {
    const [solution] = instance.solutions
    const worked = await bench.make(instance.id, [...instance.readings, ...(solution?.calls ?? [])])
    expect(worked).toMatchObject({ verdict: 'pass', broken: [] })
  })

  it('breaks one of the parts with each counterexample that breaks only the whole guard', async () => {
    const own = plain.counters.filter(({ fails }) => fails.every((label) => split.includes(label)))
    expect(own.length).toBeGreaterThan(1)
    for (const { name, calls } of own) {
      const { broken } = await bench.make(instance.id, [...instance.readings, ...calls])
      const parts = broken.filter((label) => split.some((one) => label.startsWith(`${one}, `)))
      expect([name, parts.length > 0]).toEqual([name, true])
    }
  })
})

describe('fillCharts', () => {
  it('adds the given number of records about patients of the world, with unique ids', () => {
    const family = families.find(({ name }) => name === 'pa-rfi')
    const world = family && drawAny(family, { level: 'H', branch: 'attach' }).world
    const before = resourcesIn(world ?? {})
    const after = resourcesIn(fillCharts(world ?? {}, 7, 300))
    const keys = after.map(({ resourceType, id }) => `${resourceType}/${id}`)
    expect([after.length - before.length, new Set(keys).size]).toEqual([300, keys.length])
    const people = before.flatMap(({ resourceType, id }) => (resourceType === 'Patient' ? [`Patient/${id}`] : []))
    const owners = after.slice(before.length).map((one) => JSON.stringify(one.subject ?? one.patient))
    expect(owners.filter((owner) => people.every((person) => !owner.includes(person)))).toEqual([])
  })
})
