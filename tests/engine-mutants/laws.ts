import { auditLaws, redactionLaws, type Scorer, scoringLaws, verifierLaws } from '@carebench/arbitraries'
import fc from 'fast-check'
import { outcomeOf } from '../matchers/matcher-outcome.js'
import { matcherCases } from '../matchers/matcher-table.js'
import type { Engine } from './build-engine.js'
import { table } from './mutants.js'

/** The same programs each time, so that a law that once noticed a fault notices it again. */
function failed(property: fc.IRawProperty<unknown, false>): boolean {
  return fc.check(property, { numRuns: 1500, seed: 20, endOnFailure: true }).failed
}

/** All laws by name; each tells whether an engine breaks it. */
export function createLaws(): ReadonlyMap<string, (engine: Engine) => boolean> {
  const laws = new Map<string, (engine: Engine) => boolean>()
  for (const law of scoringLaws) laws.set(law.name, (engine) => failed(law.property(meanOf(engine))))
  for (const law of verifierLaws) {
    // Two of them have the name of the law of scoring that they carry over.
    laws.set(laws.has(law.name) ? `${law.name} verdicts` : law.name, (engine) => failed(law.property(engine.verify)))
  }
  for (const law of redactionLaws) laws.set(law.name, (engine) => failed(law.property(engine.redactCompletion)))
  for (const law of auditLaws) laws.set(law.name, (engine) => failed(law.property(engine)))
  const cases = matcherCases()
  laws.set(table, (engine) => cases.some((one) => outcomeOf(engine, one) !== one.outcome))
  return laws
}

function meanOf({ weightedMean }: Engine): Scorer {
  return weightedMean
}
