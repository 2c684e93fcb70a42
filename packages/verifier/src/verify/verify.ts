import { finish } from '@carebench/protocol/wire'
import type { Verification } from '../scoring/verification.js'
import type { Verifier, VerifyInput } from './verifier.js'

/** Input of {@link verify}. */
export interface VerifyWithInput extends VerifyInput {
  readonly verifier: Pick<Verifier, 'verifyInSteps'>
}

/**
 * Verifies evidence against criteria in one go, with {@link Verifier.verifyInSteps}.
 *
 * @throws {InvalidCriteriaError} if the criteria are malformed, {@link InvalidEvidenceError} if the evidence is,
 *   RangeError if an option is wrong
 */
export function verify(input: VerifyWithInput): Verification {
  return finish(input.verifier.verifyInSteps(input))
}
