import {
  type VerifyAsyncInput as EngineInput,
  type JudgedVerification,
  verifyAsync as verifyAsyncWith,
} from '@carebench/verifier'
import { defaultVerifier } from './verify.js'

/** What {@link verifyAsync} takes. */
export interface VerifyAsyncInput extends Omit<EngineInput, 'verifier'> {
  /** The verifier of your own kinds and parts. Default that of {@link defaultChecks} and {@link defaultParts}. */
  readonly verifier?: EngineInput['verifier']
}

/**
 * Verifies as {@link verify} does, with a judge for phrases that the text itself does not show: `contains` and
 * `not_contains` of `voice-transcript`. What is found in the text is not asked; a turn is asked about until one
 * expresses the phrase.
 *
 * Put the `judgements` into the evidence, and {@link verify} gives the same result without a judge. Judgements that the
 * evidence has already are not asked for again. A judge that throws or gives no answer makes the criterion end
 * `errored`, and that is recorded too.
 *
 * @throws {InvalidCriteriaError} `InvalidEvidenceError` or RangeError if the input is malformed
 */
export function verifyAsync(input: VerifyAsyncInput): Promise<JudgedVerification> {
  return verifyAsyncWith({ ...input, verifier: input.verifier ?? defaultVerifier() })
}
