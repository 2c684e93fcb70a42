import fc from 'fast-check'

/** The limit, as a multiple of the requested draws; anything not seen by then is taken never to occur. */
const patience = 20

/**
 * Asserts a property with the requested number of draws, and keeps drawing until `isEnough` of them: rare outcomes are
 * waited for, so that a test that expects one does not fail by chance.
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
