import {
  cdsSimulator,
  faxSimulator,
  fhirSimulator,
  filesSimulator,
  hl7Simulator,
  messageSimulator,
  patientSimulator,
  payerSimulator,
  voiceSimulator,
  x12Simulator,
} from '@carebench/simulators'
import { type AnySimulator, hideTypes } from './playground/simulator-set.js'

/** Every simulator that there is. */
export function createDefaultSimulators(): readonly AnySimulator[] {
  return [
    hideTypes(fhirSimulator),
    hideTypes(hl7Simulator),
    hideTypes(filesSimulator),
    hideTypes(payerSimulator),
    hideTypes(x12Simulator),
    hideTypes(faxSimulator),
    hideTypes(messageSimulator),
    hideTypes(patientSimulator),
    hideTypes(voiceSimulator),
    hideTypes(cdsSimulator),
  ]
}
