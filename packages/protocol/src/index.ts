export { type Clock, createManualClock, formatInstant, type ManualClock, systemClock } from './clock.js'
export type {
  Actor,
  CdsRecord,
  EventRecord,
  EvidenceSnapshot,
  EvidenceState,
  FaxRecord,
  FileRecord,
  Hl7Record,
  MessageRecord,
  PortalRows,
  VoiceRecord,
  X12Record,
} from './evidence.js'
export type { JsonObject, JsonValue } from './json.js'
export type {
  LogEntry,
  LoggedAction,
  RecordedBody,
  RecordedEffect,
  RecordedEvent,
  ScenarioStep,
  SimulatorCall,
} from './playground-log.js'
export { createSeededRandom, type Random, randomInteger, randomString } from './random.js'
export { type DatasetType, datasetTypes, type SimulatorType, simulatorTypes } from './simulator-type.js'
