export type { ProvisionedOrganization } from './auth/provision.js'
export { callInMemory } from './authoring/call-in-memory.js'
export { findDefinitionErrors } from './authoring/check-definition.js'
export {
  type CallOperation,
  type OperationCall,
  type PublishOptions,
  publishBenchmark,
} from './authoring/publish-benchmark.js'
export type { ServiceLogEvent } from './context.js'
export { createDefaultSimulators } from './default-simulators.js'
export { readOperationInput } from './handlers/read-operation-input.js'
export { refuse } from './http/refuse.js'
export { requestIdOf } from './http/request-id.js'
export { createMemoryStore, type MemoryStore } from './memory/memory-store.js'
export { type AnySimulator, hideTypes } from './playground/simulator-set.js'
export { createIdSource, type IdPrefix, type IdSource } from './ports/id-source.js'
export type { Log } from './ports/log.js'
export type { DocumentReading, Outside, OutsideDocument, PersonaQuestion } from './ports/outside.js'
export { secureRandom } from './ports/secure-random.js'
export { type Store, StoreUnavailableError } from './ports/store.js'
export { NotReplayableError, type RecordReplay, replayRecord } from './records/replay-record.js'
export {
  BodyIncompleteError,
  BodyTooLargeError,
  createRequest,
  type ServiceRequest,
  type ServiceResponse,
} from './request.js'
export { createOperationRouter, type Match, type Router, type RouterOptions } from './routing/router.js'
export { createService, type Service, type ServiceOptions } from './service.js'
