import type { Verification, VerifyInput } from '@carebench/verifier'
import type { Law } from './scoring-laws.js'

/** A verifier as the laws see it. */
export type VerifyFunction = (input: VerifyInput) => Verification

/** A law that a verifier should keep. */
export type VerifierLaw = Law<VerifyFunction>

/** Throws with a message unless something holds. */
export function demand(holds: boolean, message: () => string): void {
  if (!holds) throw new Error(message())
}
