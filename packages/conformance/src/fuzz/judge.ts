import fc from 'fast-check'
import { type Exchange, Unreached } from '../exchange/exchange.js'
import type { FuzzFailure } from './fuzz-desk.js'

/**
 * Runs a property; answers its smallest counter-example with what was said in it, null if there is none.
 *
 * @param exchanges - everything that has been said so far; grows as the property calls
 */
export async function judge<T>(
  property: fc.IAsyncProperty<T>,
  runs: number,
  seed: number,
  exchanges: readonly Exchange[],
): Promise<FuzzFailure | null> {
  let failing: readonly Exchange[] = []
  const run = property.run.bind(property)
  property.run = async (value) => {
    const before = exchanges.length
    const outcome = await run(value)
    // Shrinking goes on from cases that fail, so the last of them is the smallest.
    if (outcome !== null) failing = exchanges.slice(before)
    return outcome
  }
  const { failed, errorInstance, counterexamplePath, numShrinks, counterexample } = await fc.check(property, {
    numRuns: Math.max(1, runs),
    seed,
  })
  if (!failed) return null
  // Without a server there is nothing to find.
  if (errorInstance instanceof Unreached) throw errorInstance
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const shrunk = `${fc.stringify(counterexample).slice(0, 300)}, shrunk ${numShrinks} times`
  return { message: `${reason} (${shrunk})`, path: counterexamplePath ?? '', exchanges: failing }
}
