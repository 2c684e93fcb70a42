export { findHarmfulActs, type HarmfulActsInput } from './audit/acts/harmful-acts.js'
export type { HarmfulAct, HarmfulStep, RecordedAct, RecordKey } from './audit/acts/recorded-act.js'
export { audit, auditInSteps } from './audit/audit.js'
export type {
  ActState,
  AuditedSetting,
  AuditFinding,
  AuditInput,
  AuditReport,
  NamedCounter,
  ProbeState,
} from './audit/audit-report.js'
export { dependsOnWork } from './audit/depends-on-work.js'
export { type Mutants, type MutantsInput, mutantsOf } from './audit/mutants/make-mutants.js'
export { mutateState } from './audit/mutants/mutate-state.js'
export { changesOfJson } from './audit/mutants/texts/json-changes.js'
export { makeProbes } from './audit/probes/make-probes.js'
export type { Probe } from './audit/probes/probe.js'
export {
  type Check,
  type CheckContext,
  type CheckOutcome,
  type CompiledCheck,
  defineCheck,
  defineSystemCheck,
  type KeySelection,
} from './checks/check.js'
export { accessScope } from './checks/collateral/access-scope.js'
export { noCollateral } from './checks/collateral/no-collateral.js'
export { eventCount } from './checks/events/event-count.js'
export { eventOrder } from './checks/events/event-order.js'
export { outputMatch } from './checks/output-match.js'
export { recordState } from './checks/records/record-state.js'
export { recordsAgree } from './checks/records/records-agree.js'
export type { AssertionValidity, CompiledAssertion } from './criteria/assertion.js'
export { type CompiledCriteria, type Criterion, defaultAxis, InvalidCriteriaError } from './criteria/criterion.js'
export type { NamedSystem } from './criteria/named-systems.js'
export type { Change } from './evidence/collections/changes.js'
export { findDifferences } from './evidence/collections/part-differences.js'
export type { Addition, EvidencePart, PlacedItem } from './evidence/evidence-part.js'
export { listIdentifyingValues } from './evidence/identifying-values.js'
export { type ListPartInput, type ListPlace, listPart } from './evidence/list-part.js'
export type { Leaf } from './evidence/mutation/leaf.js'
export type { RecordChange, ValuePool } from './evidence/mutation/record-change.js'
export { InvalidEvidenceError, type PreparedEvidence } from './evidence/prepared-evidence.js'
export type { IdentifyingMembers, SelectedMembers } from './evidence/records/identity.js'
export { type JsonKindInput, jsonKind } from './evidence/records/json-kind.js'
export type { RecordFormat, RecordPath } from './evidence/records/record-format.js'
export type { AnyRecordKind, AuthoredPart, MemberNames, RecordKind } from './evidence/records/record-kind.js'
export { hideValue } from './evidence/records/record-kind.js'
export { readEach, readItems } from './evidence/records/record-readers.js'
export type { EvidenceSource, EvidenceStateSource, LiveChanges, LiveRecords } from './evidence/state/evidence-source.js'
export type { EvidenceState } from './evidence/state/evidence-state.js'
export {
  listSystems,
  mapStates,
  nameIn,
  pointerToSystem,
  replaceState,
  selectState,
} from './evidence/state/keyed-states.js'
export type { Mutation, RecordPlace } from './evidence/state/mutation.js'
export { unreadMembers } from './evidence/state/unread-members.js'
export type { Judge } from './judge/judge.js'
export type { PhraseQuestion } from './judge/phrase-question.js'
export { compileConditions } from './matchers/compile-conditions.js'
export { compileMatcher } from './matchers/compile-matcher.js'
export { compileNextPattern, compilePattern } from './matchers/pattern.js'
export { attestationText } from './record/attestation.js'
export { canonicalJson, digestJsonInSteps } from './record/canonical-json.js'
export { checkRecord, checkRecordInSteps, type RecordCheck, type RecordCheckOptions } from './record/check-record.js'
export {
  type BenchmarkRunContent,
  type BenchmarkRunRecord,
  type DifferencesRecord,
  InvalidRecordError,
  parseRecord,
  type RecordAttestation,
  type RecordEnvironment,
  type RunRecord,
  type TaskRunContent,
  type TaskRunDifferences,
  type TaskRunRecord,
  verifierVersion,
} from './record/record.js'
export { type JudgedRecord, type Regrade, type RegradeOptions, regrade, regradeInSteps } from './record/regrade.js'
export { sealRecord, sealRecordInSteps } from './record/seal-record.js'
export {
  addBroken,
  type BrokenCriteria,
  type BySeverity,
  countBroken,
  countedRuns,
  forbidsPass,
  nothingBroken,
  totalBroken,
} from './scoring/broken-criteria.js'
export { isLeftUndone } from './scoring/left-undone.js'
export { scoreTask } from './scoring/score-task.js'
export { severityFor } from './scoring/severity.js'
export { verdictFor } from './scoring/verdict.js'
export type { AxisScore, CriterionRun, Outcome, Verdict, Verification, VerifyOptions } from './scoring/verification.js'
export { weightedMean } from './scoring/weighted-mean.js'
export { type AgentComparison, type ComparisonOptions, compareAgents } from './statistics/compare-agents.js'
export type { EventRate } from './statistics/event-rate.js'
export { mcNemar } from './statistics/mc-nemar.js'
export type { MeanDifference } from './statistics/resampled-difference.js'
export { type RunsSummary, type SummaryOptions, summarizeRuns } from './statistics/summarize-runs.js'
export type { RunResult, TaskResult } from './statistics/task-attempts.js'
export { type Proportion, wilsonInterval } from './statistics/wilson-interval.js'
export { type TaskEvents, testWithinTasks, type WithinTasks } from './statistics/within-tasks.js'
export { Findings } from './values/finding.js'
export { compileJsonPath } from './values/paths/json-path.js'
export { PathSyntaxError } from './values/paths/parse-json-path.js'
export { type Completion, type RedactedCompletion, redactCompletion, toCompletion } from './verify/completion.js'
export { createVerifier, type Verifier, type VerifierInput, type VerifyInput } from './verify/verifier.js'
export { type VerifyWithInput, verify } from './verify/verify.js'
export { type JudgedVerification, type VerifyAsyncInput, verifyAsync } from './verify/verify-async.js'
