export type { AnySimulator, RunningSimulator } from './any-simulator.js'
export type { AppDescription } from './app.js'
export { cdsSystem } from './cds/system.js'
export { faxSystem } from './fax/system.js'
export { fhirGroup } from './fhir/group.js'
export { fhirSystem } from './fhir/system.js'
export { filesSystem } from './files/system.js'
export { hl7System } from './hl7/system.js'
export { messageSystem } from './message/system.js'
export { noiseCall } from './noise.js'
export { patientSystem } from './patient/system.js'
export { payerGroup } from './payer/group.js'
export { payerSystem } from './payer/system.js'
export { bindCursors, unbindCursors } from './rest/delivered-cursors.js'
export { jsonAnswer, refuse, unchanged } from './rest/json-answer.js'
export type {
  AcceptedCall,
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
export { defineSystem, type EventDescription, type StepDescription, type System, type SystemInput } from './system.js'
export { defaultSystems } from './systems.js'
export { voiceSystem } from './voice/system.js'
export { x12System } from './x12/system.js'
