import type { EvidencePart } from '../evidence-part.js'
import { cdsPart } from './cds.js'
import { faxesPart } from './faxes.js'
import { fhirPart } from './fhir.js'
import { filesPart } from './files.js'
import { hl7Part } from './hl7.js'
import { messagesPart } from './messages.js'
import { portalPart } from './portal.js'
import { voicePart } from './voice.js'
import { x12Part } from './x12.js'

/**
 * The parts of the evidence that {@link verify} knows. Their order is that of collections in `no-collateral`, of mutants
 * and of reports. Spread them into `createVerifier({ parts })` beside parts of your own.
 */
export const defaultParts: readonly EvidencePart[] = [
  fhirPart,
  portalPart,
  hl7Part,
  x12Part,
  filesPart,
  voicePart,
  faxesPart,
  messagesPart,
  cdsPart,
]
