import type { Clinic } from '../clinic/clinic.js'
import type { Family } from '../family.js'
import { sayingOtherwise } from '../phrase-bank.js'
import { filesOfSplit } from '../split-files.js'
import type { Secret } from './secret.js'

/** Draws the sealed split of a secret: the plan of `test`, with other seeds and in other words. */
export function sealSplit(families: readonly Family[], { firstSeed, canary, phrases }: Secret, clinic: Clinic) {
  return sayingOtherwise(phrases, () =>
    filesOfSplit(families, { split: 'sealed', clinic, firstSeed, canary, planOf: ({ splits }) => splits.test }),
  )
}
