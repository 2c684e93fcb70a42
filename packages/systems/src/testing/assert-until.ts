import fc from 'fast-check'

/** So many times as many draws as asked for, and what has not come about by then never does. */
const patience = 20

/**
 * Asserts a property with so many draws, and goes on drawing until `isEnough` of them: what chance brings about seldom is
 * waited for, so that a test which expects it fails for a reason only.
 */
export function assertUntil<Values>(
  property: fc.IProperty<Values>,
  numRuns: number,
  isEnough: (draws: number) => boolean,
): void {
  for (let round = 1; round <= patience; round++) {
    fc.assert(property, { numRuns })
    if (isEnough(round * numRuns)) return
  }
  throw new Error(`${patience * numRuns} draws have not brought about what the test expects of them.`)
}
