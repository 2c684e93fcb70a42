import { benchmarkVersion, buildBenchmark, makeTelling } from './build-benchmark.js'
import { type DrawnSplit, type DrawSetting, drawSplit } from './draw-split.js'
import type { Family, Instance, SplitPlan } from './family.js'
import { instanceDigest } from './instance-digest.js'

export interface SplitSetting extends DrawSetting {
  readonly split: string
  /** A text in every file of the split that says what the split may be used for. */
  readonly canary: string
  planOf(family: Family): SplitPlan
  /** Reorders or renames the drawn instances. Default: unchanged. */
  arrange?(family: Family, instances: readonly Instance[]): readonly Instance[]
}

/** The instances of one family in a split. */
export interface DrawnFamily extends DrawnSplit {
  readonly family: Family
}

export function drawFamilies(
  families: readonly Family[],
  { clinic, firstSeed, leftOut = [], planOf, arrange = (_, instances) => instances }: SplitSetting,
): readonly DrawnFamily[] {
  return families.map((family) => {
    const drawn = drawSplit(family, planOf(family), { clinic, firstSeed, leftOut })
    return { family, ...drawn, instances: arrange(family, drawn.instances) }
  })
}

export function makeBenchmark(
  drawn: readonly DrawnFamily[],
  { split, clinic, canary }: Pick<SplitSetting, 'split' | 'clinic' | 'canary'>,
) {
  const instances = drawn.flatMap((one) => one.instances)
  return buildBenchmark(`carebench-1-${split}`, clinic, instances, canary)
}

/** Returns the contents of a split's `benchmark.json` and `manifest.json`. */
export function filesOfSplit(
  drawn: readonly DrawnFamily[],
  setting: Pick<SplitSetting, 'split' | 'clinic' | 'canary'>,
) {
  const { canary, split } = setting
  const instances = drawn.flatMap((one) => one.instances)
  return {
    benchmark: makeBenchmark(drawn, setting),
    manifest: {
      canary,
      version: benchmarkVersion,
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
        told: makeTelling(instance.level, index),
        digest: instanceDigest(instance),
        card: instance.card,
      })),
    },
  }
}
