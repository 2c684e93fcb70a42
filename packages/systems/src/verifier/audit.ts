import {
  type AuditReport,
  auditInSteps as auditInStepsWith,
  audit as auditWith,
  type AuditInput as EngineInput,
} from '@carebench/verifier'
import { defaultVerifier } from './verify.js'

/** What the audit takes. */
export interface AuditInput extends Omit<EngineInput, 'verifier'> {
  /**
   * The verifier of your own kinds and parts, the same that compiled the criteria if they are. Default that of
   * {@link defaultChecks} and {@link defaultParts}.
   */
  readonly verifier?: EngineInput['verifier']
}

/**
 * Audits the criteria of a task on states that are known: the untouched one, one after noise, the final states of
 * solutions, and their mutants, which are made here.
 *
 * Synchronous and deterministic; changes nothing it is given. The order of the criteria matters to nothing but the order
 * of what is answered. A task without errors gives no points for noise, nor for doing nothing, be it with an output that
 * nobody has to work for.
 *
 * @throws {InvalidCriteriaError} `InvalidEvidenceError` or RangeError if the input is malformed
 */
export function audit(input: AuditInput): AuditReport {
  return auditWith({ ...input, verifier: input.verifier ?? defaultVerifier() })
}

/**
 * The same, one judged state at a time: a server goes on to the next step after it has answered what came meanwhile. Of a
 * large record and many criteria a step takes as long as one verification.
 *
 * @throws {InvalidCriteriaError} `InvalidEvidenceError` or RangeError if the input is malformed, at any step
 */
export function auditInSteps(input: AuditInput): Generator<void, AuditReport, void> {
  return auditInStepsWith({ ...input, verifier: input.verifier ?? defaultVerifier() })
}
