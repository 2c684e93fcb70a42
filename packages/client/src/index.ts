export { type IterateOptions, PageError, type PageErrorCode, type Walk } from '@carebench/pagination'
export type { ErrorCode, Finding, JsonObject, JsonValue } from '@carebench/protocol'
export { ApiError, type ApiErrorOptions } from '@carebench/protocol/wire'
export type { VersionParams } from './audit-wait.js'
export type { CallAnswer, CallArguments, CallInput, InternalOperationId, ListOperationId } from './call-types.js'
export type { CamelKeys } from './camel-keys.js'
export { Carebench, type CarebenchOptions, type ListOptions } from './carebench.js'
export { CarebenchSolver, type CarebenchSolverOptions, type SolverRuns } from './carebench-solver.js'
export type { CdsFeedback, CdsRequest, CdsSystem } from './cds-system.js'
export type { ClearinghouseSystem } from './clearinghouse-system.js'
export { ClientError, type ClientErrorCode, type ClientErrorOptions } from './client-error.js'
export type {
  DescribedSystem,
  SystemCallAnswer,
  SystemCallInput,
  SystemCalls,
  SystemOf,
} from './described-system.js'
export type { FaxForm, FaxSystem, ListFilters } from './fax-system.js'
export type { FetchAnswer } from './fetch-answer.js'
export type { FhirBundle, FhirBundleEntry, FhirJson, FhirSystem, SearchParameters, SearchValue } from './fhir-system.js'
export type { FileEntry, FilesSystem } from './files-system.js'
export type { Hl7Acknowledgement, Hl7Message, Hl7System } from './hl7-system.js'
export type { Hooks, RequestEvent, ResponseEvent } from './hooks.js'
export type { List, ListPage } from './list.js'
export type { MessageForm, MessageSystem } from './message-system.js'
export type { AnsweredPage, PageMeta } from './named-answer.js'
export type { PortalFilters, PortalSystem } from './portal-system.js'
export type {
  AuditedVersion,
  Benchmark,
  BenchmarkRun,
  BenchmarkVersion,
  Criterion,
  CriterionRun,
  Dataset,
  DatasetEntity,
  Environment,
  Playground,
  PlaygroundSandbox,
  SandboxEvent,
  Simulator,
  Task,
  TaskRun,
  TaskRunWithCriterionRuns,
} from './resources.js'
export type { RetryOptions } from './retry-policy.js'
export type {
  AxisScore,
  BenchmarkReference,
  Check,
  CompleteInput,
  Completion,
  CreateRunInput,
  FieldResult,
  Phase,
  PlaygroundClock,
  RunState,
  TaskItem,
  TaskRunState,
  Verdict,
  Waited,
  WaitInput,
} from './run-results.js'
export type { Sandbox, SandboxCredentials } from './sandbox.js'
export type { SandboxSystems } from './sandbox-systems.js'
export type { SimulatedSystem } from './simulated-system.js'
export { type SimulatedRefusal, SimulatedSystemError } from './simulated-system-error.js'
export type { SolverRun, SolverTask } from './solver-run.js'
export {
  AuthenticationError,
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  ServiceFailureError,
} from './status-errors.js'
export type { KeyedSystems } from './system-clients.js'
export type { TaskSession } from './task-session.js'
export type { CallOptions, ClientOptions, Fetch, FetchInit } from './transport.js'
export type { VoiceCall, VoiceSystem } from './voice-system.js'
