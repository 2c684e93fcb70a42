import { finish } from '@carebench/protocol/wire'
import {
  type AssertionValidity,
  type CompiledAssertion,
  type CompiledCriteria,
  type Criterion,
  createVerifier,
  type EvidenceSource,
  type NamedSystem,
  type PreparedEvidence,
  type Verification,
  type Verifier,
  type VerifyWithInput,
} from '@carebench/verifier'
import { defaultChecks } from './default-checks.js'
import { defaultParts } from './default-parts.js'
import type { CheckedCriteria, CheckedInput } from './known-kinds.js'

let made: Verifier | undefined

/** Returns the verifier of the default kinds and parts, created on first use. */
export function defaultVerifier(): Verifier {
  made ??= createVerifier({ checks: defaultChecks, parts: defaultParts })
  return made
}

/** The input of {@link verify}. */
export interface VerifyInput extends Omit<VerifyWithInput, 'verifier'> {
  /** The verifier, for custom kinds and parts. Default: that of {@link defaultChecks} and {@link defaultParts}. */
  readonly verifier?: VerifyWithInput['verifier']
}

/**
 * Verifies evidence against criteria: returns a criterion run for each, the axes, the score and the verdict.
 * Specification 2.7, 2.8, 2.10.
 *
 * Synchronous and deterministic; reads no clock and does not change its input. An assertion of an unknown kind or shape
 * ends `unsupported` and scores 0. A check that throws ends `errored`; score and verdict are then null.
 *
 * Doing nothing earns nothing: if the evidence has `initial`, and no criterion with a weight above 0 (guards excluded)
 * scores higher than on the initial state, the task scores 0.
 *
 * @throws {InvalidCriteriaError} if the criteria are malformed, InvalidEvidenceError if the evidence is, RangeError if
 *   an option is
 */
export function verify(input: VerifyInput & Required<Pick<VerifyInput, 'verifier'>>): Verification
export function verify<const Assertions extends readonly unknown[]>(
  input: CheckedInput<VerifyInput, Assertions>,
): Verification
export function verify(input: VerifyInput): Verification {
  const { verifier = defaultVerifier() } = input
  return finish(verifier.verifyInSteps(input))
}

/** Compiles an assertion of one of the {@link defaultChecks}; never throws. */
export function compileAssertion(assertion: unknown): CompiledAssertion {
  return defaultVerifier().compileAssertion(assertion)
}

/** Validates an assertion: reports whether it is valid, and if not, what is wrong and where; never throws. */
export function validateAssertion(assertion: unknown): AssertionValidity {
  return defaultVerifier().validateAssertion(assertion)
}

/** Finds where an assertion, valid or not, names systems by their keys; never throws. */
export function systemsNamedIn(assertion: unknown): readonly NamedSystem[] {
  return defaultVerifier().systemsNamedIn(assertion)
}

/**
 * Compiles criteria once for repeated verification.
 *
 * @throws {InvalidCriteriaError} listing every malformed or misspelt member; never because of an invalid assertion
 */
export function compileCriteria<const Assertions extends readonly unknown[]>(
  criteria: CheckedCriteria<Assertions>,
): CompiledCriteria
export function compileCriteria(criteria: readonly Criterion[]): CompiledCriteria {
  return defaultVerifier().compileCriteria(criteria)
}

/**
 * Prepares evidence for any number of criteria: indexes are built on first use and kept; nothing is copied. The source
 * must not change afterwards.
 *
 * @throws {InvalidEvidenceError} if the evidence is malformed or has an unsupported version
 */
export function prepareEvidence(source: EvidenceSource): PreparedEvidence {
  return defaultVerifier().prepareEvidence(source)
}
