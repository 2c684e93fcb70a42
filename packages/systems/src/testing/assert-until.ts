import fc from 'fast-check'

/** The maximum number of draws, as a multiple of those requested. */
const patience = 20

/**
 * Asserts a property with the requested number of draws, and keeps drawing until `isEnough`, so that a test that
 * expects a rare outcome does not fail by chance. `isEnough` must count outcomes, not compare rates, which might never
 * be reached.
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
