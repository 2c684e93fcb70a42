import type { JsonObject } from '@carebench/protocol/wire'
import type { FhirResource } from './fhir-resource.js'

/** The codes of FHIR's issue types that this engine uses. */
export type IssueCode =
  | 'invalid'
  | 'structure'
  | 'required'
  | 'value'
  | 'code-invalid'
  | 'invariant'
  | 'not-found'
  | 'deleted'
  | 'not-supported'
  | 'conflict'
  | 'too-costly'
  | 'too-long'
  | 'duplicate'
  | 'multiple-matches'
  | 'informational'
  | 'forbidden'

/** One issue of an OperationOutcome. */
export interface OutcomeIssue {
  readonly severity: 'error' | 'warning' | 'information'
  readonly code: IssueCode
  /** What was expected, what was found, and how to fix it. */
  readonly diagnostics: string
  /** FHIRPath expressions of the elements concerned. */
  readonly expression?: readonly string[]
}

/** Returns an OperationOutcome of issues. */
export function operationOutcome(issues: readonly OutcomeIssue[]): FhirResource {
  return {
    resourceType: 'OperationOutcome',
    issue: issues.map(
      (issue): JsonObject => ({
        severity: issue.severity,
        code: issue.code,
        diagnostics: issue.diagnostics,
        ...(issue.expression === undefined || issue.expression.length === 0 ? {} : { expression: issue.expression }),
      }),
    ),
  }
}

/** Returns an issue that describes the effect of an interaction. */
export function createInformation(diagnostics: string): OutcomeIssue {
  return { severity: 'information', code: 'informational', diagnostics }
}
