import type { Clinic } from './clinic/clinic.js'
import type { Family, Instance, SplitPlan } from './family.js'
import { UnfairDrawError } from './refusals.js'

/** The instances of one family in a split, and the number of its draws. */
export interface DrawnSplit {
  readonly instances: readonly Instance[]
  /** Number of draws, including the rejected ones. */
  readonly tried: number
  /** Number of rejected draws, by reason. */
  readonly refused: Readonly<Record<string, number>>
}

export interface DrawSetting {
  readonly clinic: Clinic
  readonly firstSeed: number
  /** The ids of instances that are not taken, because one of their checks is broken. Default: none. */
  readonly leftOut?: readonly string[]
}

/** Maximum number of draws for one instance of the plan; each draw uses one seed. */
const maxDraws = 200

/**
 * Draws the instances of a plan. Draws again, with the next seed, if the family rejects the seed, or if an earlier
 * instance has the same level, branch, traps and structural vector: both would measure the same thing.
 *
 * @param firstSeed - the first seed of the split; splits must not share seeds
 *
 * @throws RangeError if {@link maxDraws} draws give no instance for a place of the plan.
 */
export function drawSplit(
  family: Family,
  plan: SplitPlan,
  { clinic, firstSeed, leftOut = [] }: DrawSetting,
): DrawnSplit {
  const refused: Record<string, number> = {}
  const structures = new Set<string>()
  const instances: Instance[] = []
  let tried = 0
  let last = ''
  const drawOne = (seed: number, place: SplitPlan[number]): Instance | undefined => {
    tried++
    try {
      const instance = family.make({ ...place, seed, clinic })
      if (leftOut.includes(instance.id)) throw new UnfairDrawError('broken-check', `${instance.id} is left out`)
      const structure = writeStructure(instance)
      if (structures.has(structure))
        throw new UnfairDrawError('same-structure', `like an earlier instance: ${structure}`)
      structures.add(structure)
      return instance
    } catch (error) {
      if (!(error instanceof UnfairDrawError)) throw error
      refused[error.reason] = (refused[error.reason] ?? 0) + 1
      last = `${error.reason}: ${error.message}`
      return undefined
    }
  }
  for (const place of plan) {
    for (let made = 0; made < place.count; made++) {
      const start = firstSeed + instances.length * maxDraws
      const seeds = Array.from({ length: maxDraws }, (_, attempt) => start + attempt)
      let found: Instance | undefined
      for (const seed of seeds) {
        found = drawOne(seed, place)
        if (found !== undefined) break
      }
      if (found === undefined) {
        throw new RangeError(
          `${family.name} ${place.level} ${place.branch}: expected an instance within ${maxDraws} draws; the last was refused, ${last}; of the split ${JSON.stringify(refused)}`,
        )
      }
      instances.push(found)
    }
  }
  return { instances, tried, refused }
}

/**
 * Returns the level, branch, traps and structural vector of an instance as JSON: two instances of a family in a split
 * must differ in one of them.
 */
export function writeStructure({ branch, level, card }: Instance): string {
  return JSON.stringify([level, branch, card.traps, card.vector])
}
