import {
  type VerifyAsyncInput as EngineInput,
  type JudgedVerification,
  verifyAsync as verifyAsyncWith,
} from '@carebench/verifier'
import type { CheckedInput } from './known-kinds.js'
import { defaultVerifier } from './verify.js'

/** The input of {@link verifyAsync}. */
export interface VerifyAsyncInput extends Omit<EngineInput, 'verifier'> {
  /** The verifier, for custom kinds and parts. Default: that of {@link defaultChecks} and {@link defaultParts}. */
  readonly verifier?: EngineInput['verifier']
}

/**
 * Verifies like {@link verify}, with a judge for phrases that the text does not contain (`contains` and `not_contains`
 * of `voice-transcript`). For such a phrase, the judge is asked about one turn after another until one expresses it.
 *
 * With the returned `judgements` in the evidence, {@link verify} gives the same result without a judge. Judgements
 * already in the evidence are not requested again. If the judge throws or gives no answer, the criterion ends
 * `errored`, which is recorded too.
 *
 * @throws {InvalidCriteriaError} if the criteria are malformed, InvalidEvidenceError if the evidence is, RangeError if
 *   an option is
 */
export function verifyAsync(
  input: VerifyAsyncInput & Required<Pick<VerifyAsyncInput, 'verifier'>>,
): Promise<JudgedVerification>
export function verifyAsync<const Assertions extends readonly unknown[]>(
  input: CheckedInput<VerifyAsyncInput, Assertions>,
): Promise<JudgedVerification>
export function verifyAsync(input: VerifyAsyncInput): Promise<JudgedVerification> {
  return verifyAsyncWith({ ...input, verifier: input.verifier ?? defaultVerifier() })
}
