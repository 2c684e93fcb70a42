export { type IterateOptions, PageError, type PageErrorCode, type Walk } from '@carebench/pagination'
export type { ErrorCode, Finding, JsonObject, JsonValue } from '@carebench/protocol'
export { ApiError, type ApiErrorOptions } from '@carebench/protocol/wire'
export { Carebench, type CarebenchOptions, type ListOptions } from './carebench.js'
export { CarebenchSolver, type CarebenchSolverOptions, type SolverRuns } from './carebench-solver.js'
export { ClientError, type ClientErrorCode, type ClientErrorOptions } from './http/client-error.js'
export type { FetchAnswer } from './http/fetch-answer.js'
export type { Hooks, RequestEvent, ResponseEvent } from './http/hooks.js'
export type { RetryOptions } from './http/retry-policy.js'
export {
  AuthenticationError,
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  ServiceFailureError,
} from './http/status-errors.js'
export type { CallOptions, ClientOptions, Fetch, FetchInit } from './http/transport.js'
export type { VersionParams } from './operations/audit-wait.js'
export type {
  CallAnswer,
  CallArguments,
  CallInput,
  InternalOperationId,
  ListOperationId,
} from './operations/call-types.js'
export type { CamelKeys } from './operations/camel-keys.js'
export type { List, ListPage } from './operations/list.js'
export type { AnsweredPage, PageMeta } from './operations/named-answer.js'
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
} from './operations/resources.js'
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
} from './runs/run-results.js'
export type { Sandbox, SandboxCredentials } from './runs/sandbox.js'
export type { SolverRun, SolverTask } from './runs/solver-run.js'
export type { TaskSession } from './runs/task-session.js'
export type { CdsFeedback, CdsRequest, CdsSystem } from './systems/cds-system.js'
export type { ClearinghouseSystem } from './systems/clearinghouse-system.js'
export type {
  DescribedSystem,
  SystemCallAnswer,
  SystemCallInput,
  SystemCalls,
  SystemOf,
} from './systems/described-system.js'
export type { FaxForm, FaxSystem, ListFilters } from './systems/fax-system.js'
export type {
  FhirBundle,
  FhirBundleEntry,
  FhirJson,
  FhirSystem,
  SearchParameters,
  SearchValue,
} from './systems/fhir-system.js'
export type { FileEntry, FilesSystem } from './systems/files-system.js'
export type { Hl7Acknowledgement, Hl7Message, Hl7System } from './systems/hl7-system.js'
export type { MessageForm, MessageSystem } from './systems/message-system.js'
export type { PortalFilters, PortalSystem } from './systems/portal-system.js'
export type { SandboxSystems } from './systems/sandbox-systems.js'
export type { SimulatedSystem } from './systems/simulated-system.js'
export { type SimulatedRefusal, SimulatedSystemError } from './systems/simulated-system-error.js'
export type { KeyedSystems } from './systems/system-clients.js'
export type { VoiceCall, VoiceSystem } from './systems/voice-system.js'
