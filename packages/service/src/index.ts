export {
  type Compression,
  createMemoryStore,
  type MemoryStore,
  type Store,
  StoreUnavailableError,
} from '@carebench/store'
export { defaultSystems, type System } from '@carebench/systems'
export { keepAudit } from './audit/known-audit.js'
export { type FilledCall, replaySolution, type SolutionAnswer } from './audit/replay-solution.js'
export type { ProvisionedOrganization } from './auth/provision.js'
export { secureRandom } from './auth/secure-random.js'
export { callInMemory } from './authoring/call-in-memory.js'
export { findDefinitionErrors } from './authoring/check-definition.js'
export { datasetParts } from './authoring/dataset-parts.js'
export {
  type CallOperation,
  type PublishedVersion,
  type PublishOptions,
  publishBenchmark,
} from './authoring/publish-benchmark.js'
export type { ServiceEvent, ServiceLogEvent, TaskAuditStart } from './context/context.js'
export type { RecordSigner } from './context/record-signer.js'
export type { SandboxWires, WiredSandbox } from './context/sandbox-wires.js'
export { allDocuments } from './documents/all-documents.js'
export type { EndedSessions } from './documents/collections/ended-sessions.js'
export { type PlaygroundDoc, playgrounds } from './documents/collections/playgrounds.js'
export {
  type WebhookDeliveryDoc,
  type WiredSandboxDoc,
  webhookDeliveries,
  wiredSandboxes,
  wireNodes,
} from './documents/collections/wired-sandboxes.js'
export { createIdSource, type IdSource, type IdSourceOptions } from './documents/id-source.js'
export { selectOrganization } from './documents/organization-selection.js'
export { assertSystemClock, openStoredClock, type TestingClock, WrongClockError } from './documents/testing-clock.js'
export { readOperationInput } from './handlers/read-operation-input.js'
export { parseBodyInSteps } from './http/json/response-json.js'
export type { MemoryOptions } from './http/memory-guard.js'
export { refuse } from './http/refuse.js'
export {
  BodyIncompleteError,
  BodyTooLargeError,
  createRequest,
  type RequestFacts,
  type ServiceRequest,
  type ServiceResponse,
  textOfBody,
} from './http/request.js'
export { readRequestId } from './http/request-id.js'
export { createOperationRouter, type RoutedId, type Router } from './http/router.js'
export { BaseCache } from './playground/base-cache.js'
export type { DocumentReading, OutsideDocument } from './playground/calls/outside.js'
export type { WorkstationPages } from './portal/workstation-pages.js'
export { type EntryStates, type OpenedRecord, RecordOpener } from './records/open-record.js'
export { InvalidBaseError, parseBase } from './records/record-base.js'
export { NotReplayableError } from './records/record-blueprint.js'
export { type RecordReplay, replayRecord } from './records/replay-record.js'
export type { ArchivedRun, Retention } from './records/run-retention.js'
export { createOperatorKey, createService, type Service } from './service.js'
export type { ServiceOptions } from './service-options.js'
export { createSystemVerifier } from './system-verifier.js'
export { inSteps } from './work/in-steps.js'
export { letOthersWork } from './work/let-others-work.js'
