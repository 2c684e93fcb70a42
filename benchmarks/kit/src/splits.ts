import { canary } from './build-benchmark.js'
import type { Clinic } from './clinic/clinic.js'
import type { SplitSetting } from './split-files.js'

/** The splits whose instances are in the repository. */
export const splitNames = ['dev', 'test'] as const
export type SplitName = (typeof splitNames)[number]

/** The first seed of each split; a place of a plan takes up to 200 seeds, so splits never share one. */
const firstSeeds: Readonly<Record<SplitName, number>> = { dev: 1_000, test: 100_000 }

/** How a split of the repository is drawn. */
export function settingOf(split: SplitName, clinic: Clinic): SplitSetting {
  return { split, clinic, firstSeed: firstSeeds[split], canary, planOf: ({ splits }) => splits[split] }
}
