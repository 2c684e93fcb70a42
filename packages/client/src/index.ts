export { type IterateOptions, PageError, type Walk } from '@carebench/pagination'
export type { ErrorCode, JsonObject, JsonValue } from '@carebench/protocol'
export { ApiError } from '@carebench/protocol/wire'
export { Carebench, type CarebenchOptions, type ListOptions } from './carebench.js'
export { CarebenchSolver, type CarebenchSolverOptions, type SolverRuns } from './carebench-solver.js'
export { ClientError, type ClientErrorCode } from './http/client-error.js'
export type { FetchAnswer } from './http/fetch-answer.js'
export type { Hooks } from './http/hooks.js'
export type { RetryOptions } from './http/retry-policy.js'
export {
  AuthenticationError,
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  ServiceFailureError,
} from './http/status-errors.js'
export type { CallOptions, ClientOptions, Fetch } from './http/transport.js'
export type { CamelKeys } from './operations/camel-keys.js'
export type { List } from './operations/list.js'
export type {
  Benchmark,
  BenchmarkRun,
  BenchmarkVersion,
  Criterion,
  CriterionRun,
  Task,
  TaskRun,
} from './operations/resources.js'
export type {
  AxisScore,
  Check,
  CompleteInput,
  Completion,
  CreateRunInput,
  Phase,
  PlaygroundClock,
  RunState,
  TaskRunState,
  Verdict,
  Waited,
  WaitInput,
} from './runs/run-results.js'
export type { Sandbox } from './runs/sandbox.js'
export type { SolverRun, SolverTask } from './runs/solver-run.js'
export type { TaskSession } from './runs/task-session.js'
export type { CdsSystem } from './systems/cds-system.js'
export type { ClearinghouseSystem } from './systems/clearinghouse-system.js'
export type { FaxSystem } from './systems/fax-system.js'
export type { FhirJson, FhirSystem, SearchParameters } from './systems/fhir-system.js'
export type { FilesSystem } from './systems/files-system.js'
export type { Hl7Message, Hl7System } from './systems/hl7-system.js'
export type { MessageSystem } from './systems/message-system.js'
export type { PortalSystem } from './systems/portal-system.js'
export type { SimulatedSystem } from './systems/simulated-system.js'
export { type SimulatedRefusal, SimulatedSystemError } from './systems/simulated-system-error.js'
export type { VoiceCall, VoiceSystem } from './systems/voice-system.js'
