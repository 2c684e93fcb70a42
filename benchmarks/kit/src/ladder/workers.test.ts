import { keepAudit } from '@carebench/service'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildBenchmark } from '../build-benchmark.js'
import { createClinic } from '../clinic/clinic.js'
import type { Flaws } from '../desk/flaws.js'
import { digestOfVersion, Workbench } from '../desk/workbench.js'
import { families, familyOfTask } from '../families/families.js'
import type { Instance } from '../family.js'
import { UnfairDrawError } from '../refusals.js'
import type { Level } from '../task.js'

/** An instance, and the flaws with which it cannot be solved. With one of the other flaws, it can. */
type FlawCase = readonly [family: string, level: Level, branch: string, ...flaws: readonly (keyof Flaws)[]]

/** Returns the cases, and one for each other family with a worker: the first place of its `test` plan. */
function withEachFamily(cases: readonly FlawCase[]): readonly FlawCase[] {
  const others = families.filter(({ name, worker }) => worker !== undefined && cases.every(([known]) => known !== name))
  const firsts = others.flatMap(({ name, splits }) =>
    splits.test
      .slice(0, 1)
      .flatMap(({ level, branch }): readonly FlawCase[] =>
        level === 'X' ? [] : [[name, level, branch, 'greedy', 'recordOnly']],
      ),
  )
  return [...cases, ...firsts]
}

const cases = withEachFamily([
  ['pa-rfi', 'E', 'fetch', 'greedy', 'recordOnly', 'hasty', 'ignoresArrivals'],
  ['pa-rfi', 'M', 'not-obtainable', 'greedy', 'recordOnly', 'hasty'],
  ['elig-schedule', 'M', 'carve-out', 'greedy', 'recordOnly', 'outdated'],
  ['cob-order', 'E', 'medicare-first', 'greedy', 'recordOnly'],
  ['lab-inbox', 'E', 'no-call', 'greedy', 'recordOnly'],
  ['claim-status', 'E', 'paid-elsewhere', 'greedy', 'recordOnly', 'hasty'],
  ['claim-correct', 'E', 'diagnosis', 'greedy', 'recordOnly', 'hasty', 'ignoresArrivals'],
  ['claim-correct', 'M', 'too-late', 'greedy', 'recordOnly', 'hasty', 'ignoresArrivals', 'outdated'],
  ['remit-post', 'E', 'write-off-declined', 'greedy', 'recordOnly', 'hasty', 'ignoresArrivals', 'outdated'],
  ['remit-post', 'M', 'recovery-unexplained', 'greedy', 'recordOnly', 'outdated'],
  ['referral-through', 'E', 'other-day', 'greedy', 'recordOnly'],
  ['referral-through', 'H', 'agreed', 'greedy', 'recordOnly', 'hasty', 'ignoresArrivals', 'outdated'],
  ['referral-through', 'H', 'withdrawn', 'greedy', 'recordOnly', 'hasty', 'ignoresArrivals'],
])
/** All flaws, from the one that fails the fewest tasks. */
const allFlaws = ['ignoresArrivals', 'outdated', 'hasty', 'recordOnly', 'greedy'] as const

const clinic = createClinic(1)
const instances = cases.map(([family, level, branch], index) => draw(family, level, branch, 31 + 40 * index))
let bench: Workbench

beforeAll(async () => {
  const built = buildBenchmark('flawed workers', clinic, instances)
  const { scored_only: _, ...overrides } = built.overrides ?? {}
  const benchmark = { ...built, overrides }
  const digest = await digestOfVersion(benchmark)
  const unaudited = keepAudit({ digest, audit: { ok: true, errors: 0, warnings: 0, tasks: [] } })
  bench = await Workbench.open(benchmark, { knownAudits: [unaudited] })
})

/** Returns the first instance that can be drawn from a seed on. */
function draw(name: string, level: Level, branch: string, first: number): Instance {
  const family = families.find((one) => one.name === name)
  for (let seed = first; seed < first + 40; seed++) {
    try {
      if (family !== undefined) return family.make({ seed, level, branch, clinic })
    } catch (error) {
      if (!(error instanceof UnfairDrawError)) throw error
    }
  }
  throw new RangeError(`expected an instance of ${name}`)
}

async function runAndJudge(instance: Instance | undefined, flaws: Flaws): Promise<string> {
  if (instance === undefined) throw new TypeError('expected an instance, got none')
  const { desk, complete } = await bench.open(instance.id)
  await familyOfTask(instance.id)?.worker?.(desk, flaws)
  return (await complete()).verdict
}

describe.each(cases)('%s %s %s', (...[family, level, branch, ...flaws]) => {
  const instance = instances[cases.findIndex((one) => one[0] === family && one[1] === level && one[2] === branch)]

  it('is solved without flaws', async () => {
    expect(await runAndJudge(instance, {})).toBe('pass')
  })

  it.each(flaws)('is not solved with the flaw %s', async (flaw) => {
    expect(await runAndJudge(instance, { [flaw]: true })).not.toBe('pass')
  })

  const [other] = allFlaws.filter((flaw) => !flaws.includes(flaw))
  it.runIf(other !== undefined)(`is solved in spite of the flaw ${other}`, async () => {
    expect(await runAndJudge(instance, { [other ?? 'greedy']: true })).toBe('pass')
  })
})
