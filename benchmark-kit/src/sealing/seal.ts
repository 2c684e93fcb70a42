import { createChance, drawingWith } from '../chance.js'
import type { Clinic } from '../clinic/clinic.js'
import type { Family, Instance } from '../family.js'
import { sayingOtherwise } from '../phrase-bank.js'
import { filesOfSplit } from '../split-files.js'
import type { Secret } from './secret.js'

/**
 * Draws the sealed split of a secret: the plan of `test`, with other seeds, with streams of its own, and in other words. The names of
 * tasks are `pa-submit-01` and so on in an order of the secret: with the seed, whoever has the generator could draw the truth, and by
 * the place in the plan, know the branch.
 */
export function sealSplit(families: readonly Family[], { firstSeed, key, canary, phrases }: Secret, clinic: Clinic) {
  const arrange = ({ name }: Family, instances: readonly Instance[]): readonly Instance[] =>
    createChance(firstSeed, `order of ${name}`)
      .shuffle(instances)
      .map((instance, index) => ({ ...instance, id: `${name}-${String(index + 1).padStart(2, '0')}` }))
  return drawingWith(key, () =>
    sayingOtherwise(phrases, () =>
      filesOfSplit(families, {
        split: 'sealed',
        clinic,
        firstSeed,
        canary,
        planOf: ({ splits }) => splits.test,
        arrange,
      }),
    ),
  )
}
