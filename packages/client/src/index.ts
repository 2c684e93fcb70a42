export { ApiError, type ApiErrorOptions } from '@carebench/protocol/wire'
export type { CamelKeys } from './camel-keys.js'
export { Carebench, type CarebenchOptions, type InternalOperationId, type ListOperationId } from './carebench.js'
export {
  CarebenchSolver,
  type CarebenchSolverOptions,
  type CreateRunInput,
  type SolverRun,
  type SolverTask,
  type TaskSession,
} from './carebench-solver.js'
export { ClientError, type ClientErrorCode, SimulatedSystemError } from './client-error.js'
export type { CallAnswer, CallInput } from './operation-caller.js'
export type { FhirJson, FhirSystem, PortalSystem, SearchValue } from './simulated-system.js'
export type { CallOptions, ClientOptions } from './transport.js'
