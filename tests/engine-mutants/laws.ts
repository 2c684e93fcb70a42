import { auditLaws, redactionLaws, type Scorer, scoringLaws, verifierLaws } from '@carebench/arbitraries'
import fc from 'fast-check'
import { computeResult, isNear, scoringVectors } from '../conformance/scoring-vectors.js'
import { judgeCase } from '../matchers/matcher-outcome.js'
import { groundedCases, matcherCases } from '../matchers/matcher-table.js'
import type { Engine } from './build-engine.js'
import { table, texts, vectors } from './mutant.js'

/** Returns a function that checks a property with a fixed seed, so that a law always detects the same faults. */
function failedIn(numRuns: number): (property: fc.IRawProperty<unknown, false>) => boolean {
  return (property) => fc.check(property, { numRuns, seed: 20, endOnFailure: true }).failed
}

/**
 * Returns all laws by name, each a function that determines with at most `draws` draws whether an engine violates it.
 */
export function createLaws(draws: number): ReadonlyMap<string, (engine: Engine) => boolean> {
  const failed = failedIn(draws)
  const laws = new Map<string, (engine: Engine) => boolean>()
  for (const law of scoringLaws) laws.set(law.name, (engine) => failed(law.property(meanScorer(engine))))
  for (const law of verifierLaws) {
    // Two verdict laws have the name of the scoring law that they extend.
    laws.set(laws.has(law.name) ? `${law.name} verdicts` : law.name, (engine) => failed(law.property(engine.verify)))
  }
  for (const law of redactionLaws) laws.set(law.name, (engine) => failed(law.property(engine.redactCompletion)))
  for (const law of auditLaws) laws.set(law.name, (engine) => failed(law.property(engine)))
  const cases = matcherCases()
  laws.set(table, (engine) => cases.some((matcherCase) => judgeCase(engine, matcherCase) !== matcherCase.outcome))
  const grounded = groundedCases()
  laws.set(texts, (engine) => grounded.some((one) => judgeCase(engine, one.written) !== one.outcome))
  const tasks = scoringVectors()
  laws.set(vectors, (engine) => tasks.some((vector) => !isNear(computeResult(engine, vector).stated, vector.result)))
  return laws
}

function meanScorer({ weightedMean }: Engine): Scorer {
  return weightedMean
}
