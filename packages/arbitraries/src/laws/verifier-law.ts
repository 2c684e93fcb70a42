import type { EvidenceSnapshot, JsonObject } from '@carebench/protocol'
import type { CriterionRun, Verification, VerifyInput } from '@carebench/verifier'
import type { Law, StrictLaw } from './scoring-laws.js'

/** The function of a verifier that the laws test. */
export type VerifyFunction = (input: VerifyInput) => Verification

/** A law that a verifier should satisfy. */
export type VerifierLaw = Law<VerifyFunction>

/** A law of verifiers whose strictness can be chosen. */
export type StrictVerifierLaw = StrictLaw<VerifyFunction>

/** Throws an error with the message unless the condition holds. */
export function demand(holds: boolean, message: () => string): void {
  if (!holds) throw new Error(message())
}

/** Verifies one assertion and returns its run. */
export function runCriterion(
  verify: VerifyFunction,
  assertion: JsonObject,
  evidence: Omit<EvidenceSnapshot, 'version'>,
): CriterionRun {
  const [run] = verify({
    criteria: [{ label: 'one', assertion }],
    evidence: { version: 1, ...evidence },
  }).criterion_runs
  if (run === undefined) throw new Error('expected one run a criterion')
  return run
}

/** Throws unless the run has this score, apart from rounding errors. */
export function demandScore(run: CriterionRun, wanted: number, what: unknown): void {
  demand(Math.abs(run.score - wanted) < 1e-12, () => `expected ${wanted} of ${JSON.stringify(what)}, got ${run.score}`)
}
