import { type Scorer, scoringLaws } from '@carebench/arbitraries'
import fc from 'fast-check'

/** A law that a scorer breaks, with the smallest example that was found. */
export interface BrokenLaw {
  readonly law: string
  readonly example: string
}

/** Tries a scorer against every law; `seed` makes the tries repeatable. */
export function findBrokenLaws(scorer: Scorer, { seed = 1, tries = 1000 } = {}): readonly BrokenLaw[] {
  return scoringLaws.flatMap((law) => {
    const { failed, counterexample } = fc.check(law.property(scorer), { numRuns: tries, seed })
    return failed ? [{ law: law.name, example: fc.stringify(counterexample) }] : []
  })
}
