import { type Scorer, scoringLaws } from '@carebench/arbitraries'
import fc from 'fast-check'

/** The name of a law that a scorer breaks, with the smallest counterexample that was found, as JavaScript. */
export interface BrokenLaw {
  readonly law: string
  readonly example: string
}

/**
 * Tests a scorer against every law with `tries` random inputs each, and returns the laws that it breaks. The same
 * `seed` gives the same inputs.
 */
export function findBrokenLaws(scorer: Scorer, { seed = 1, tries = 1000 } = {}): readonly BrokenLaw[] {
  return scoringLaws.flatMap((law) => {
    const { failed, counterexample } = fc.check(law.property(scorer), { numRuns: tries, seed })
    return failed ? [{ law: law.name, example: fc.stringify(counterexample) }] : []
  })
}
