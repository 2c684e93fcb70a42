import type { Verification, VerifyInput } from '@carebench/verifier'
import type { Law, StrictLaw } from './scoring-laws.js'

/** A verifier, as far as the laws need it. */
export type VerifyFunction = (input: VerifyInput) => Verification

/** A law that a verifier should satisfy. */
export type VerifierLaw = Law<VerifyFunction>

/** A law of verifiers whose strictness can be chosen. */
export type StrictVerifierLaw = StrictLaw<VerifyFunction>

/** Throws an error with the message unless the condition holds. */
export function demand(holds: boolean, message: () => string): void {
  if (!holds) throw new Error(message())
}
