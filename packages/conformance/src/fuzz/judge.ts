import fc from 'fast-check'
import { type Exchange, NoResponseError } from '../exchange/exchange.js'
import type { FuzzFailure } from './fuzz-context.js'

/**
 * Checks a property; returns its minimal counter-example with its exchanges, null if there is none. Rejects with a
 * {@link NoResponseError} if the server does not respond.
 *
 * @param exchanges - all exchanges so far; grows with each call of the property
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
    // Shrinking continues from failing cases, so the last one is minimal.
    if (outcome !== null) failing = exchanges.slice(before)
    return outcome
  }
  const { failed, errorInstance, counterexamplePath, numShrinks, counterexample } = await fc.check(property, {
    numRuns: Math.max(1, runs),
    seed,
  })
  if (!failed) return null
  // Without a server there is nothing to check.
  if (errorInstance instanceof NoResponseError) throw errorInstance
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const shrunk = `${fc.stringify(counterexample).slice(0, 300)}, shrunk ${numShrinks} times`
  return { message: `${reason} (${shrunk})`, path: counterexamplePath ?? '', exchanges: failing }
}
