export type { AnySimulator, RunningSimulator } from './any-simulator.js'
export { cdsSimulator } from './cds/behaviour.js'
export type { CdsConfig } from './cds/config.js'
export { cdsSystem } from './cds/system.js'
export { faxSimulator } from './fax/behaviour.js'
export type { FaxConfig } from './fax/config.js'
export { faxSystem } from './fax/system.js'
export { fhirSimulator } from './fhir/behaviour.js'
export type { FhirConfig } from './fhir/config.js'
export { fhirGroup } from './fhir/group.js'
export { fhirSystem } from './fhir/system.js'
export { filesSimulator } from './files/behaviour.js'
export type { FilesConfig } from './files/config.js'
export { filesSystem } from './files/system.js'
export { hl7Simulator } from './hl7/behaviour.js'
export type { Hl7Config } from './hl7/config.js'
export { hl7System } from './hl7/system.js'
export { messageSimulator } from './message/behaviour.js'
export type { MessageConfig } from './message/config.js'
export { messageSystem } from './message/system.js'
export { noiseCall } from './noise.js'
export { patientSimulator } from './patient/behaviour.js'
export type { PatientConfig } from './patient/config.js'
export { patientSystem } from './patient/system.js'
export { payerSimulator } from './payer/behaviour.js'
export type { PayerConfig } from './payer/config.js'
export { payerGroup } from './payer/group.js'
export { payerSystem } from './payer/system.js'
export { bindCursors, unbindCursors } from './rest/delivered-cursors.js'
export { jsonAnswer, type RefusalCode, refuse, unchanged } from './rest/json-answer.js'
export type {
  AcceptedCall,
  Ask,
  AskInSteps,
  Consult,
  HarmfulCall,
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
  type ArrivalDescription,
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
export type { VoiceConfig } from './voice/config.js'
export { voiceSystem } from './voice/system.js'
export { x12Simulator } from './x12/behaviour.js'
export type { X12Config } from './x12/config.js'
export { x12System } from './x12/system.js'
