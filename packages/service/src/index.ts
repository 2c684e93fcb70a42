export {
  type Compression,
  createMemoryStore,
  type Log,
  type MemoryStore,
  type MemoryStoreOptions,
  type Store,
  StoreUnavailableError,
} from '@carebench/store'
export { defaultSystems, type System } from '@carebench/systems'
export { keepAudit } from './audit/known-audit.js'
export {
  type FilledCall,
  type ReplayedSolution,
  replaySolution,
  type SolutionAnswer,
} from './audit/replay-solution.js'
export type { ProvisionedOrganization } from './auth/provision.js'
export { callInMemory } from './authoring/call-in-memory.js'
export { findDefinitionErrors } from './authoring/check-definition.js'
export { type DatasetPart, datasetParts, type WrittenDataset } from './authoring/dataset-parts.js'
export {
  type CallOperation,
  type OperationCall,
  type PublishedVersion,
  type PublishOptions,
  publishBenchmark,
} from './authoring/publish-benchmark.js'
export type { ServiceEvent, ServiceLogEvent, TaskAuditStart } from './context.js'
export { allDocuments } from './documents/all-documents.js'
export type { EndedSessions } from './documents/ended-sessions.js'
export { type OrganizationSelection, selectOrganization } from './documents/organization-selection.js'
export { type PlaygroundDoc, playgrounds } from './documents/playgrounds.js'
export { assertSystemClock, openStoredClock, type TestingClock, WrongClockError } from './documents/testing-clock.js'
export {
  type WebhookDeliveryDoc,
  type WiredSandboxDoc,
  type WireNodeDoc,
  webhookDeliveries,
  wiredSandboxes,
  wireNodes,
} from './documents/wired-sandboxes.js'
export { readOperationInput } from './handlers/read-operation-input.js'
export type { MemoryOptions } from './http/memory-guard.js'
export { refuse } from './http/refuse.js'
export { requestIdOf } from './http/request-id.js'
export { parseBodyInSteps } from './http/response-json.js'
export { createOperationRouter, type Match, type RoutedId, type Router, type RouterOptions } from './http/router.js'
export { createIdSource, type IdPrefix, type IdSource, type IdSourceOptions } from './id-source.js'
export { inSteps } from './in-steps.js'
export { letOthersWork } from './let-others-work.js'
export { BaseCache } from './playground/base-cache.js'
export type {
  DocumentReading,
  Outside,
  OutsideDocument,
  PersonaQuestion,
  PrintedDocument,
} from './playground/calls/outside.js'
export type {
  PortalAnswer,
  PortalForm,
  PortalNotice,
  PortalPages,
  PortalPlace,
  PortalReply,
  PortalVisit,
} from './portal/portal-pages.js'
export { type EntryStates, type OpenedRecord, RecordOpener } from './records/open-record.js'
export { InvalidBaseError, parseBase, type RecordBaseDocument } from './records/record-base.js'
export { NotReplayableError } from './records/record-blueprint.js'
export type { RecordSigner } from './records/record-signer.js'
export { type RecordReplay, replayRecord } from './records/replay-record.js'
export type { ArchivedRun, Retention } from './records/run-retention.js'
export {
  type AdmittedAgent,
  BodyIncompleteError,
  BodyTooLargeError,
  createRequest,
  type RequestFacts,
  type ServiceRequest,
  type ServiceResponse,
  textOfBody,
} from './request.js'
export type { SandboxWires, WiredSandbox } from './runs/sandbox-wires.js'
export type { EarlierAnswer, EarlierCall } from './sandboxes/earlier-calls.js'
export { secureRandom } from './secure-random.js'
export { createOperatorKey, createService, type Service } from './service.js'
export type { ServiceOptions } from './service-options.js'
export { createSystemVerifier } from './system-verifier.js'
