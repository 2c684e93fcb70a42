import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { buildBenchmark } from './build-benchmark.js'
import { createClinic } from './clinic/clinic.js'
import { Workbench } from './desk/workbench.js'
import { families } from './families/families.js'
import { frozenFolder } from './frozen-folder.js'
import { splitNames } from './splits.js'
import type { InstanceLevel } from './task.js'

interface Manifest {
  readonly instances: readonly { readonly id: string; readonly level: InstanceLevel; readonly branch: string }[]
}

const clinic = createClinic(1)
const isNight = inject('scale') >= 10

/**
 * The instances of the splits by family: all of all splits at night; by day one of each branch in `test`, on which
 * results are reported, since instances of a branch make the same calls.
 */
const groups = families.map((family) => ({
  family: family.name,
  instances: (isNight ? splitNames : (['test'] as const)).flatMap((split) => {
    const manifest: Manifest = JSON.parse(readFileSync(join(frozenFolder, split, 'manifest.json'), 'utf8'))
    return manifest.instances
      .filter(({ id }) => id.startsWith(`${family.name}-`))
      .filter(({ branch }, at, own) => isNight || own.findIndex((other) => other.branch === branch) === at)
      .map(({ id, ...draw }) => family.make({ ...draw, seed: Number(id.split('-').at(-1)), clinic }))
  }),
}))

// A changed system can break work that was right when the instance was frozen.
it.each(groups)('passes the recorded solutions of $family', async ({ family, instances }) => {
  const bench = await Workbench.openUnaudited(buildBenchmark(family, clinic, instances))
  const worked = []
  for (const { id, solutions } of instances) {
    for (const { calls } of solutions.slice(0, isNight ? undefined : 1)) {
      const { verdict, score, broken, refused } = await bench.make(id, calls)
      worked.push({ id, verdict, score, broken, refused })
    }
  }
  expect(worked.length).toBeGreaterThan(0)
  expect(
    worked.filter(({ verdict, score, refused }) => verdict !== 'pass' || score !== 1 || refused.length > 0),
  ).toEqual([])
})
