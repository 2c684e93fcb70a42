import type { FhirResource } from './fhir-resource.js'
import { type IssueCode, type OutcomeIssue, operationOutcome } from './operation-outcome.js'

/**
 * Thrown when a FHIR interaction is rejected.
 *
 * Callers switch on `code`, the code of the first issue; the message repeats its diagnostics. `handleFhir` turns it
 * into a response with `status` and an OperationOutcome.
 */
export class FhirError extends Error {
  override readonly name = 'FhirError'
  readonly status: number
  readonly issues: readonly [OutcomeIssue, ...OutcomeIssue[]]

  constructor(status: number, issues: readonly [OutcomeIssue, ...OutcomeIssue[]]) {
    super(issues[0].diagnostics)
    this.status = status
    this.issues = issues
  }

  /** The code of the first issue. */
  get code(): IssueCode {
    return this.issues[0].code
  }

  /** Creates an error with one issue. */
  static of(status: number, code: IssueCode, diagnostics: string, ...expression: readonly string[]): FhirError {
    return new FhirError(status, [{ severity: 'error', code, diagnostics, expression }])
  }

  /** Returns the issues as an OperationOutcome. */
  toOutcome(): FhirResource {
    return operationOutcome(this.issues)
  }
}
