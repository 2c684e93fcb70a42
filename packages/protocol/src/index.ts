export { ApiError, apiErrorToWire } from './api-error.js'
export { type Clock, createManualClock, formatInstant, type ManualClock, systemClock } from './clock.js'
export { type ErrorBody, type ErrorCode, errorStatus, type Finding } from './error-code.js'
export type {
  Actor,
  CdsRecord,
  EventRecord,
  EvidenceSnapshot,
  EvidenceState,
  FaxRecord,
  FileRecord,
  Hl7Record,
  JudgementRecord,
  MessageRecord,
  PortalRows,
  RecordAtEvent,
  ReturnedRecords,
  SystemEvidence,
  VoiceRecord,
  X12Record,
} from './evidence.js'
export { bytesFromBase64 } from './json/base64.js'
export { isJsonObject, type JsonObject, type JsonValue } from './json/json.js'
export { endOfJsonString, findUncarriedNumber } from './json/json-numbers.js'
export { finish, type Steps } from './json/steps.js'
export { limits } from './limits.js'
export { plainSchema } from './openapi/plain-schema.js'
export {
  type Auth,
  createsResource,
  type DocumentOperation,
  type JsonOperation,
  type Operation,
  type ProxyOperation,
  type RawOperation,
} from './operations/operation.js'
export {
  type DocumentOperationId,
  findJsonOperation,
  type JsonOperationId,
  type OperationAnswer,
  type OperationId,
  type OperationInput,
  type Operations,
  operations,
  type RawOperationId,
} from './operations/table.js'
export {
  type LogEntry,
  type LoggedAction,
  type LoggedCall,
  type LoggedEvent,
  type RecordedAnswer,
  type RecordedBody,
  type RecordedEffect,
  type RecordedEvent,
  type RefusedBody,
  type ScenarioStep,
  type SimulatorCall,
  systemOfStep,
} from './playground-log.js'
export { createSeededRandom, type Random, randomInteger, randomString } from './random.js'
export type { ApiKey, CreatedApiKey, Organization, Solver } from './schema/access.js'
export type { AuditCounts, AuditState, KnownAudit, TaskAudit, VersionAudit } from './schema/audit.js'
export type {
  AuditedVersion,
  Benchmark,
  BenchmarkVersion,
  Criterion,
  Overrides,
  Task,
  TaskEnvironment,
  TaskWithCriteria,
} from './schema/benchmark.js'
export type { ClockMode, PlaygroundClock, WaitBody, Waited } from './schema/clock.js'
export { datasetConfigs } from './schema/dataset-config.js'
export type { Dataset, DatasetEntity, Environment, Simulator } from './schema/environment.js'
export {
  type BenchmarkDefinition,
  benchmarkDefinition as benchmarkDefinitionSchema,
} from './schema/files/benchmark-definition.js'
export { runFile as runFileSchema } from './schema/files/run-file.js'
export type {
  Playground,
  PlaygroundStatus,
  Sandbox,
  SandboxEvent,
  WebhookDelivery,
  Wire,
  WireKind,
} from './schema/playground.js'
export type {
  BenchmarkRun,
  BenchmarkRunStatus,
  CompletedTaskRun,
  CreatedRun,
  CriterionRun,
  FieldResult,
  Phase,
  PublicRun,
  StartedTaskRun,
  TaskRun,
  TaskRunStatus,
  TaskRunWithCriterionRuns,
  Verdict,
} from './schema/run.js'
export type { ScenarioStepInput } from './schema/scenario.js'
export type { Counter, Solution, SolutionCall } from './schema/solution.js'
export { scenarioStepTypes } from './schema/step-types.js'
export { type Harm, harms, type Severity, severities } from './severity.js'
export { type DatasetType, type SimulatorType, simulatorTypes } from './simulator-type.js'
export {
  type CallDescription,
  type Content,
  type ContentValue,
  describeQueryParameter,
  type GroupDescription,
  type GroupOfCalls,
  jsonContent,
  listGroups,
  type PathParameter,
  type QueryParameter,
  queryValueSchema,
  type SystemDescription,
} from './system-description.js'
export { isSystemKey, readKeyInName, withoutSystemKey, withSystemKey } from './system-key.js'
export { listSystemNames, type SystemNames, withSystemNames } from './system-names.js'
export {
  isOfSystem,
  keyedProxy,
  listSystemOperations,
  type ProxyOperationId,
  readSystemKey,
} from './system-operations.js'
export type { SchemaFinding } from './validation/schema-finding.js'
export { isJsonOperationId } from './validation/schema-names.js'
export { describeFindings, type Validator } from './validation/validator.js'
export { validatorFor } from './validators.js'
