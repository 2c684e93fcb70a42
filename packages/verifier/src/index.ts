export type { AssertionValidity, CompiledAssertion } from './assertion.js'
export { audit, auditInSteps } from './audit/audit.js'
export {
  type AuditCode,
  type AuditFinding,
  type AuditInput,
  type AuditReport,
  type AuditStates,
  auditErrors,
  auditWarnings,
  type CriterionAudit,
  type NamedState,
  type SolutionAudit,
} from './audit/audit-report.js'
export { type Mutants, type MutantsInput, mutantsOf } from './audit/mutants/mutants-of.js'
export { mutateState } from './audit/mutants/mutate-state.js'
export type { ListPart, Mutation, RecordPlace } from './audit/mutants/mutation.js'
export { type Check, type CheckContext, type CheckOutcome, type CompiledCheck, defineCheck } from './check.js'
export { cdsResponse } from './checks/cds-response.js'
export { defaultChecks } from './checks/default-checks.js'
export { eventOrder } from './checks/event-order.js'
export { faxSent } from './checks/fax-sent.js'
export { fhirResourceState } from './checks/fhir-resource-state.js'
export type { FieldResult } from './checks/field.js'
export { hl7Structural } from './checks/hl7-structural.js'
export { messageSent } from './checks/message-sent.js'
export { noCollateral } from './checks/no-collateral.js'
export { outputMatch } from './checks/output-match.js'
export { portalStateMatch } from './checks/portal-state-match.js'
export { recordsAgree } from './checks/records-agree.js'
export { sftpFilePresent } from './checks/sftp-file-present.js'
export { voiceTranscript } from './checks/voice-transcript.js'
export { x12Response } from './checks/x12-response.js'
export {
  type CheckResult,
  type Completion,
  type CompletionCheck,
  type RedactedCheck,
  type RedactedCompletion,
  redactCompletion,
  toChecks,
  toCompletion,
} from './completion/completion.js'
export { type CompiledCriteria, type Criterion, defaultAxis, InvalidCriteriaError } from './criterion.js'
export type { EvidenceSource, EvidenceStateSource, FhirView, ViewedResource } from './evidence/evidence-source.js'
export type { EvidenceState } from './evidence/evidence-state.js'
export { InvalidEvidenceError, type PreparedEvidence, prepareEvidence } from './evidence/prepared-evidence.js'
export type { RowIndex, RowPositions } from './evidence/row-index.js'
export { type Fault, Faults } from './fault.js'
export type { Judge, JudgeAnswer } from './judge/judge.js'
export type { PhraseQuestion } from './judge/phrase-question.js'
export { type CompileMatcherOptions, compileMatcher, matcherKeys } from './matchers/compile-matcher.js'
export type { Matcher, MatchScope } from './matchers/matcher.js'
export { compileJsonPath, type JsonPath } from './paths/json-path.js'
export { PathSyntaxError } from './paths/parse-json-path.js'
export { canonicalJson } from './record/canonical-json.js'
export { checkRecord, type RecordCheck, type RecordCheckOptions } from './record/check-record.js'
export {
  type BenchmarkRunContent,
  type BenchmarkRunRecord,
  InvalidRecordError,
  parseRecord,
  type RecordEngine,
  type RecordEnvironment,
  type RecordSeal,
  type RunRecord,
  type TaskRunContent,
  type TaskRunRecord,
  verifierVersion,
} from './record/record.js'
export { type Regrade, type RegradeChange, type RegradeOptions, regrade } from './record/regrade.js'
export { sealRecord } from './record/seal-record.js'
export { type ScoredCriterion, scoreTask, type TaskScore } from './scoring/score-task.js'
export { verdictOf } from './scoring/verdict.js'
export { totalWeight, type Weighted, weightedMean } from './scoring/weighted-mean.js'
export {
  type AgentComparison,
  type ComparisonOptions,
  compareAgents,
  type FlippedTask,
  type PassedAttempts,
} from './statistics/compare-agents.js'
export { type McNemarMethod, mcNemar } from './statistics/mc-nemar.js'
export { passAtK, passHatK } from './statistics/pass-at-k.js'
export {
  type RepeatedPasses,
  type RunsSummary,
  type SummaryOptions,
  summarizeRuns,
  type TaskSummary,
} from './statistics/summarize-runs.js'
export type { RunResult, TaskResult } from './statistics/task-attempts.js'
export { type IntervalOptions, type Proportion, wilsonInterval } from './statistics/wilson-interval.js'
export type { AxisScore, CriterionRun, Outcome, Verdict, Verification, VerifyOptions } from './verification.js'
export {
  compileAssertion,
  compileCriteria,
  createVerifier,
  type Verifier,
  type VerifyInput,
  validateAssertion,
  verify,
} from './verifier.js'
export { type JudgedVerification, type VerifyAsyncInput, verifyAsync } from './verify-async.js'
