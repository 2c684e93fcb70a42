export type { AnySimulator, RunningSimulator } from './any-simulator.js'
export { cdsSimulator } from './cds/behaviour.js'
export { type CdsConfig, type CdsService, cdsConfigSchema } from './cds/config.js'
export type { CdsEffect, CdsState } from './cds/state.js'
export { cdsSystem } from './cds/system.js'
export { faxSimulator } from './fax/behaviour.js'
export { type FaxConfig, type FaxLine, faxConfigSchema } from './fax/config.js'
export type { FaxAttempt, FaxRow } from './fax/fax-row.js'
export type { FaxEffect, FaxState } from './fax/state.js'
export { faxSystem } from './fax/system.js'
export { fhirSimulator } from './fhir/behaviour.js'
export { type FhirConfig, fhirConfigSchema } from './fhir/config.js'
export { fhirGroup } from './fhir/group.js'
export type { FhirEffect, FhirState } from './fhir/state.js'
export { fhirSystem } from './fhir/system.js'
export { filesSimulator } from './files/behaviour.js'
export { type FilesConfig, filesConfigSchema } from './files/config.js'
export type { FilesEffect, FilesState } from './files/state.js'
export { filesSystem } from './files/system.js'
export { hl7Simulator } from './hl7/behaviour.js'
export { type Hl7Config, type Hl7Rejection, hl7ConfigSchema } from './hl7/config.js'
export type { Hl7Effect, Hl7State } from './hl7/state.js'
export { hl7System } from './hl7/system.js'
export { messageSimulator } from './message/behaviour.js'
export {
  type MessageConfig,
  type MessagePersona,
  type MessageRecipient,
  messageConfigSchema,
} from './message/config.js'
export type { MessageRow } from './message/message-row.js'
export type { MessageEffect, MessageState } from './message/state.js'
export { messageSystem } from './message/system.js'
export { noiseCall } from './noise.js'
export { patientSimulator } from './patient/behaviour.js'
export { type PatientConfig, type PatientReply, patientConfigSchema } from './patient/config.js'
export type { PatientEffect, PatientState } from './patient/state.js'
export { patientSystem } from './patient/system.js'
export { payerSimulator } from './payer/behaviour.js'
export {
  type DeterminationRule,
  type PayerConfig,
  type PriorAuthStatus,
  payerConfigSchema,
  priorAuthStatuses,
} from './payer/config.js'
export { payerGroup } from './payer/group.js'
export { type PortalRoute, portalRoutes } from './payer/portal-routes.js'
export type { PriorAuth } from './payer/prior-auth-row.js'
export type { PayerEffect, PayerState } from './payer/state.js'
export { payerSystem } from './payer/system.js'
export { bindCursors, unbindCursors } from './rest/delivered-cursors.js'
export { jsonAnswer, type RefusalCode, refuse, unchanged } from './rest/json-answer.js'
export type {
  Ask,
  Consult,
  NoiseCall,
  NoiseScript,
  OutsidePort,
  SeedDataset,
  Simulator,
  SimulatorChange,
  SimulatorContext,
  SimulatorEvidence,
  SimulatorOutcome,
  SimulatorResponse,
} from './simulator.js'
export {
  type DatasetDescription,
  type DatasetFinding,
  defineSystem,
  type EventDescription,
  type StepDescription,
  type System,
  type SystemInput,
} from './system.js'
export { defaultSystems } from './systems.js'
export { voiceSimulator } from './voice/behaviour.js'
export type { CallHead, CallRow, CallTurn } from './voice/call-row.js'
export {
  type VoiceConfig,
  type VoiceDestination,
  type VoiceIvr,
  type VoiceMenu,
  type VoicePersona,
  type VoiceQueue,
  voiceConfigSchema,
} from './voice/config.js'
export type { VoiceEffect, VoiceState } from './voice/state.js'
export { voiceSystem } from './voice/system.js'
export { x12Simulator } from './x12/behaviour.js'
export {
  type AdjudicationRule,
  type ConfiguredBenefit,
  type ConfiguredMember,
  type X12Config,
  x12ConfigSchema,
} from './x12/config.js'
export type { X12Effect, X12State } from './x12/state.js'
export { x12System } from './x12/system.js'
