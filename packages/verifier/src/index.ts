export { type HarmfulActsInput, harmfulActsOf } from './audit/acts/harmful-acts.js'
export type { ActHarmKind, HarmfulAct, HarmfulStep, RecordedAct, RecordKey } from './audit/acts/recorded-act.js'
export { audit, auditInSteps } from './audit/audit.js'
export {
  type ActState,
  type AuditCode,
  type AuditedSetting,
  type AuditFinding,
  type AuditInput,
  type AuditingVerifier,
  type AuditReport,
  type AuditStates,
  auditErrors,
  auditWarnings,
  type CriterionAudit,
  type NamedCounter,
  type NamedState,
  type ProbeState,
  type SolutionAudit,
} from './audit/audit-report.js'
export { dependsOnWork } from './audit/depends-on-work.js'
export { type Mutants, type MutantsInput, mutantsOf } from './audit/mutants/mutants-of.js'
export { mutateState } from './audit/mutants/mutate-state.js'
export { changesOfJson, type JsonChangeOptions } from './audit/mutants/texts/json-changes.js'
export type { Probe } from './audit/probes/probe.js'
export { probesOf } from './audit/probes/probes-of.js'
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
export type { FieldResult } from './checks/fields/field.js'
export type { PathReading, SelectingPath } from './checks/fields/selecting-path.js'
export { outputMatch } from './checks/output-match.js'
export { recordState } from './checks/records/record-state.js'
export { recordsAgree } from './checks/records/records-agree.js'
export type { AssertionValidity, CompiledAssertion } from './criteria/assertion.js'
export { type CompiledCriteria, type Criterion, defaultAxis, InvalidCriteriaError } from './criteria/criterion.js'
export type { NamedSystem } from './criteria/named-systems.js'
export type { Change } from './evidence/collections/changes.js'
export type { Collections, CollectionUse } from './evidence/collections/collections.js'
export { differencesOf } from './evidence/collections/part-differences.js'
export type { CollectedRecord, RecordCollection } from './evidence/collections/record-collection.js'
export type {
  Addition,
  DifferingItems,
  EvidencePart,
  NewItem,
  OpenKinds,
  PlacedItem,
} from './evidence/evidence-part.js'
export { type IdentifyingValue, identifyingValuesOf } from './evidence/identifying-values.js'
export { type ListPartInput, type ListPlace, listPart } from './evidence/list-part.js'
export type { Leaf } from './evidence/mutation/leaf.js'
export type { ChangeOptions, RecordChange, ValuePool } from './evidence/mutation/record-change.js'
export type { Said } from './evidence/mutation/said.js'
export { InvalidEvidenceError, type PreparedEvidence } from './evidence/prepared-evidence.js'
export type { IdentifyingMembers, PersonalDetail, SelectedMembers } from './evidence/records/identity.js'
export { type JsonKindInput, jsonKind } from './evidence/records/json-kind.js'
export type { RecordFormat, RecordPath, ValueMatcher } from './evidence/records/record-format.js'
export type {
  AnyRecordKind,
  AuthoredPart,
  MemberNames,
  ReadRecord,
  RecordKind,
  RecordReader,
} from './evidence/records/record-kind.js'
export { hideValue } from './evidence/records/record-kind.js'
export { readEach, readItems } from './evidence/records/record-readers.js'
export type { EvidenceSource, EvidenceStateSource, LiveChanges, LiveRecords } from './evidence/state/evidence-source.js'
export type { EvidenceState } from './evidence/state/evidence-state.js'
export { mapStates, nameIn, pointerToSystem, stateOf, systemsOf, withStateOf } from './evidence/state/keyed-states.js'
export type { Mutation, RecordPlace } from './evidence/state/mutation.js'
export { unreadMembers } from './evidence/state/unread-members.js'
export type { Judge, JudgeAnswer } from './judge/judge.js'
export type { PhraseQuestion } from './judge/phrase-question.js'
export { compileConditions } from './matchers/compile-conditions.js'
export { type CompileMatcherOptions, compileMatcher, matcherKeys } from './matchers/compile-matcher.js'
export type { Matcher, MatchScope } from './matchers/matcher.js'
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
  type RecordBase,
  type RecordEngine,
  type RecordEnvironment,
  type RecordSeal,
  type RunRecord,
  type TaskRunContent,
  type TaskRunDifferences,
  type TaskRunRecord,
  verifierVersion,
} from './record/record.js'
export {
  type JudgedRecord,
  type Regrade,
  type RegradeChange,
  type RegradeOptions,
  regrade,
  regradeInSteps,
} from './record/regrade.js'
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
export { type ScoredCriterion, scoreTask, type TaskScore } from './scoring/score-task.js'
export { severityOf } from './scoring/severity.js'
export { verdictOf } from './scoring/verdict.js'
export type { AxisScore, CriterionRun, Outcome, Verdict, Verification, VerifyOptions } from './scoring/verification.js'
export { type Weighted, weightedMean } from './scoring/weighted-mean.js'
export type { ClusterOptions } from './statistics/cluster-totals.js'
export {
  type AgentComparison,
  type ComparisonOptions,
  compareAgents,
  type FlippedTask,
  type PassedAttempts,
} from './statistics/compare-agents.js'
export type { EventRate, EventRateOptions } from './statistics/event-rate.js'
export { mcNemar } from './statistics/mc-nemar.js'
export type { MeanDifference, ResamplingOptions } from './statistics/resampled-difference.js'
export {
  type CriticalFailures,
  type RepeatedPasses,
  type RunsSummary,
  type SummaryOptions,
  summarizeRuns,
  type TaskSummary,
} from './statistics/summarize-runs.js'
export type { RunResult, TaskResult } from './statistics/task-attempts.js'
export { type IntervalOptions, type Proportion, wilsonInterval } from './statistics/wilson-interval.js'
export { type TaskEvents, testWithinTasks, type WithinTasks } from './statistics/within-tasks.js'
export { type Finding, Findings } from './values/finding.js'
export { compileJsonPath, type JsonPath } from './values/paths/json-path.js'
export { PathSyntaxError } from './values/paths/parse-json-path.js'
export {
  type CheckResult,
  type Completion,
  type CompletionCheck,
  type RedactedCheck,
  type RedactedCompletion,
  redactCompletion,
  toCompletion,
} from './verify/completion.js'
export { createVerifier, type Verifier, type VerifierInput, type VerifyInput } from './verify/verifier.js'
export { type VerifyWithInput, verify } from './verify/verify.js'
export { type JudgedVerification, type VerifyAsyncInput, verifyAsync } from './verify/verify-async.js'
