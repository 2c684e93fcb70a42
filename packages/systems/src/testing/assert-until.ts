import fc from 'fast-check'

/** The limit, as a multiple of the requested draws; anything not seen by then is taken never to occur. */
const patience = 20

/**
 * Asserts a property with the requested number of draws, and keeps drawing until `isEnough`: rare outcomes are waited
 * for, so that a test that expects one does not fail by chance. `isEnough` counts outcomes and compares no rate: one
 * that is close to the true rate could wait forever.
 */
export function assertUntil<Values>(property: fc.IProperty<Values>, numRuns: number, isEnough: () => boolean): void {
  const { seed } = fc.readConfigureGlobal()
  for (let round = 0; round < patience; round++) {
    // A seed that is set for all properties would repeat the first round.
    fc.assert(property, { numRuns, ...(seed !== undefined && { seed: seed + round }) })
    if (isEnough()) return
  }
  throw new Error(`${patience * numRuns} draws have not brought about what the test expects of them.`)
}
