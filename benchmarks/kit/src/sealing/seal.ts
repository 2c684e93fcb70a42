import { createChance, drawingWith } from '../chance.js'
import type { Clinic } from '../clinic/clinic.js'
import type { Family, Instance } from '../family.js'
import { sayingOtherwise } from '../phrase-bank.js'
import { drawFamilies, filesOfSplit, type SplitSetting } from '../split-files.js'
import type { Secret } from './secret.js'

/** Returns families that draw their instances with the key of a secret, and use its phrases. */
export function sealFamilies(families: readonly Family[], { key, phrases }: Secret): readonly Family[] {
  return families.map((family) => ({
    ...family,
    make: (draw) => drawingWith(key, () => sayingOtherwise(phrases, () => family.make(draw))),
  }))
}

/**
 * Returns the setting of a secret's sealed split: the plan of `test` with other seeds. Its tasks are named
 * `pa-submit-01` and so on, in an order that depends on the key: with the seed, anyone who has the generator could draw
 * the truth, and the place in the plan would reveal the branch.
 */
export function sealedSetting({ firstSeed, key, canary }: Secret, clinic: Clinic): SplitSetting {
  const arrange = ({ name }: Family, instances: readonly Instance[]): readonly Instance[] =>
    drawingWith(key, () => createChance(firstSeed, `order of ${name}`).shuffle(instances)).map((instance, index) => ({
      ...instance,
      id: `${name}-${String(index + 1).padStart(2, '0')}`,
    }))
  return { split: 'sealed', clinic, firstSeed, canary, planOf: ({ splits }) => splits.test, arrange }
}

/** Returns the files of a secret's sealed split. */
export function sealSplit(families: readonly Family[], secret: Secret, clinic: Clinic) {
  const setting = sealedSetting(secret, clinic)
  return filesOfSplit(drawFamilies(sealFamilies(families, secret), setting), setting)
}
