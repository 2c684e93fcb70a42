import { canary } from './build-benchmark.js'
import type { Clinic } from './clinic/clinic.js'
import type { Family, SplitPlan } from './family.js'
import type { SplitSetting } from './split-files.js'

/** The splits whose instances are in the repository. */
export const splitNames = ['dev', 'test', 'dev-x', 'test-x'] as const
export type SplitName = (typeof splitNames)[number]

/**
 * The first seed of each split. Each instance of a plan has 200 seeds of its own; the distances keep splits from
 * sharing one.
 */
const firstSeeds: Readonly<Record<SplitName, number>> = {
  dev: 1_000,
  test: 100_000,
  'dev-x': 50_000,
  'test-x': 198_000,
}

/**
 * Instances and days that are not taken. Two counterexamples of the first go unnoticed. In the second, the audit adds a
 * call about a patient of other work to the state, and only a criterion on events could notice it.
 */
export const leftOut: readonly string[] = ['referral-through-198400', 'day-8-132880']

/** Returns the setting of a split of the repository. */
export function settingFor(split: SplitName, clinic: Clinic): SplitSetting {
  return { split, clinic, firstSeed: firstSeeds[split], leftOut, canary, planOf: (family) => planFor(split, family) }
}

function planFor(split: SplitName, family: Family): SplitPlan {
  if (split === 'dev-x') return planOfVolume(family, family.splits.dev, 3)
  return split === 'test-x' ? planOfVolume(family, family.splits.test, 6) : family.splits[split]
}

/**
 * Returns a plan with the last branches of a plan, its hardest, each once at level X, and again from the last if there
 * are too few; without a volume, an empty plan.
 */
function planOfVolume({ volume }: Family, plan: SplitPlan, count: number): SplitPlan {
  const branches = [...new Set(plan.map(({ branch }) => branch).toReversed())]
  if (volume === undefined || branches.length === 0) return []
  const chosen = Array.from({ length: count }, (_, place) => branches[place % branches.length] ?? '')
  return chosen.map((branch) => ({ level: 'X', branch, count: 1 }))
}

/** Whether instances may be drawn from this seed: it is beyond the seeds of the repository's splits. */
export function canBeDrawn(firstSeed: number): boolean {
  return Number.isSafeInteger(firstSeed) && firstSeed >= 2 * firstSeeds.test
}

/** Returns the setting of instances for training: the plan of `dev` with other seeds. */
export function settingOfSeed(firstSeed: number, clinic: Clinic): SplitSetting {
  // The canary of the benchmark says not to train on the data, which would be false here.
  const mark = `carebench drawn ${firstSeed}: instances for training`
  return { split: `drawn-${firstSeed}`, clinic, firstSeed, canary: mark, planOf: ({ splits }) => splits.dev }
}
