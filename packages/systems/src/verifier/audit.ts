import type { Steps } from '@carebench/protocol'
import {
  type AuditReport,
  auditInSteps as auditInStepsWith,
  audit as auditWith,
  type AuditInput as EngineInput,
} from '@carebench/verifier'
import { defaultVerifier } from './verify.js'

/** The input of the audit. */
export interface AuditInput extends Omit<EngineInput, 'verifier'> {
  /**
   * The verifier, for custom kinds and parts. If the criteria are compiled, the one that compiled them. Default: that
   * of {@link defaultChecks} and {@link defaultParts}.
   */
  readonly verifier?: EngineInput['verifier']
}

/**
 * Audits the criteria of a task against known states: the initial state, one after noise, the final states of
 * solutions, and mutants of these, which it generates.
 *
 * Synchronous and deterministic; does not change its input. The order of the criteria affects only the order of the
 * findings. A task without errors gives no points for noise or for doing nothing, even with an output that takes no
 * work.
 *
 * @throws {InvalidCriteriaError} if the criteria are malformed, InvalidEvidenceError if the evidence is, RangeError if
 *   an option is
 */
export function audit(input: AuditInput): AuditReport {
  return auditWith({ ...input, verifier: input.verifier ?? defaultVerifier() })
}

/**
 * {@link audit} in steps, so that a server can handle other requests between them. Most steps judge one criterion on
 * one state. Throws the errors of {@link audit} at any step.
 */
export function auditInSteps(input: AuditInput): Steps<AuditReport> {
  return auditInStepsWith({ ...input, verifier: input.verifier ?? defaultVerifier() })
}
