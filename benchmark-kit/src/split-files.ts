import { buildBenchmark, tellingOf } from './build-benchmark.js'
import type { Clinic } from './clinic/clinic.js'
import { drawSplit } from './draw-split.js'
import type { Family, Instance, SplitPlan } from './family.js'
import { instanceDigest } from './instance-digest.js'

export interface SplitSetting {
  readonly split: string
  readonly clinic: Clinic
  readonly firstSeed: number
  /** In both files. */
  readonly canary: string
  planOf(family: Family): SplitPlan
  /** Default: as they were drawn. */
  arrange?(family: Family, instances: readonly Instance[]): readonly Instance[]
}

/** Draws a split and makes its files: the benchmark, and the manifest of what was drawn. */
export function filesOfSplit(
  families: readonly Family[],
  { split, clinic, firstSeed, canary, planOf, arrange = (_, instances) => instances }: SplitSetting,
) {
  const drawn = families.map((family) => {
    const split = drawSplit(family, planOf(family), { clinic, firstSeed })
    return { family, ...split, instances: arrange(family, split.instances) }
  })
  const instances = drawn.flatMap((one) => one.instances)
  return {
    benchmark: buildBenchmark(`carebench-1-${split}`, clinic, instances, canary),
    manifest: {
      canary,
      split,
      families: drawn.map(({ family, tried, refused, instances: own }) => ({
        name: family.name,
        title: family.title,
        instances: own.length,
        tried,
        refused,
      })),
      instances: instances.map((instance, index) => ({
        id: instance.id,
        level: instance.level,
        branch: instance.branch,
        told: tellingOf(instance.level, index),
        digest: instanceDigest(instance),
        card: instance.card,
      })),
    },
  }
}
