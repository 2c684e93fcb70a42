import {
  type RegradeOptions as EngineOptions,
  type JudgedRecord,
  type Regrade,
  regrade as regradeWith,
} from '@carebench/verifier'
import { defaultVerifier } from './verify.js'

/** Options of {@link regrade}. */
export interface RegradeOptions extends Omit<EngineOptions, 'verifier'> {
  /** The verifier, for custom kinds and parts. Default: that of {@link defaultChecks} and {@link defaultParts}. */
  readonly verifier?: EngineOptions['verifier']
}

/**
 * Judges the evidence of a record again, by its own criteria or by others, and reports which results differ and why.
 *
 * Does not check the seal (see `checkRecord`) and calls no judge: the evidence contains the judgements.
 *
 * @throws {InvalidCriteriaError} if the criteria are malformed, InvalidEvidenceError if the evidence is, RangeError if
 *   an option is
 */
export function regrade(record: JudgedRecord, options: RegradeOptions = {}): Regrade {
  return regradeWith(record, { ...options, verifier: options.verifier ?? defaultVerifier() })
}
