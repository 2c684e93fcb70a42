export { cdsSimulator } from './cds/cds-simulator.js'
export { type CdsConfig, type CdsService, cdsConfigSchema } from './cds/config.js'
export type { CdsEffect, CdsState } from './cds/state.js'
export { type FaxConfig, type FaxLine, faxConfigSchema } from './fax/config.js'
export type { FaxAttempt, FaxRow } from './fax/fax-row.js'
export { faxSimulator } from './fax/fax-simulator.js'
export type { FaxEffect, FaxState } from './fax/state.js'
export { type FhirConfig, fhirConfigSchema } from './fhir/config.js'
export { type DatasetFault, fhirDatasetFaults } from './fhir/dataset-faults.js'
export { fhirSimulator } from './fhir/fhir-simulator.js'
export type { FhirEffect, FhirState } from './fhir/state.js'
export { type FilesConfig, filesConfigSchema } from './files/config.js'
export { filesSimulator } from './files/files-simulator.js'
export type { FilesEffect, FilesState } from './files/state.js'
export { type Hl7Config, type Hl7Rejection, hl7ConfigSchema } from './hl7/config.js'
export { hl7Simulator } from './hl7/hl7-simulator.js'
export type { Hl7Effect, Hl7State } from './hl7/state.js'
export {
  type MessageConfig,
  type MessagePersona,
  type MessageRecipient,
  messageConfigSchema,
} from './message/config.js'
export type { MessageRow } from './message/message-row.js'
export { messageSimulator } from './message/message-simulator.js'
export type { MessageEffect, MessageState } from './message/state.js'
export { type PatientConfig, type PatientReply, patientConfigSchema } from './patient/config.js'
export { patientSimulator } from './patient/patient-simulator.js'
export type { PatientEffect, PatientState } from './patient/state.js'
export {
  type DeterminationRule,
  type PayerConfig,
  type PriorAuthStatus,
  payerConfigSchema,
  priorAuthStatuses,
} from './payer/config.js'
export { payerSimulator } from './payer/payer-simulator.js'
export { type PortalRoute, portalRoutes } from './payer/portal-routes.js'
export type { PriorAuth } from './payer/prior-auth-row.js'
export type { PayerEffect, PayerState } from './payer/state.js'
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
export { voiceSimulator } from './voice/voice-simulator.js'
export {
  type AdjudicationRule,
  type ConfiguredBenefit,
  type ConfiguredMember,
  type X12Config,
  x12ConfigSchema,
} from './x12/config.js'
export type { X12Effect, X12State } from './x12/state.js'
export { x12Simulator } from './x12/x12-simulator.js'
