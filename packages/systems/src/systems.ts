import { cdsSystem } from './cds/system.js'
import { faxSystem } from './fax/system.js'
import { fhirSystem } from './fhir/system.js'
import { filesSystem } from './files/system.js'
import { hl7System } from './hl7/system.js'
import { messageSystem } from './message/system.js'
import { patientSystem } from './patient/system.js'
import { payerSystem } from './payer/system.js'
import { voiceSystem } from './voice/system.js'
import { x12System } from './x12/system.js'

/** Every simulated system included in carebench, in the order in which documents list them. */
export const defaultSystems = [
  fhirSystem,
  payerSystem,
  hl7System,
  x12System,
  filesSystem,
  faxSystem,
  messageSystem,
  voiceSystem,
  cdsSystem,
  patientSystem,
] as const
