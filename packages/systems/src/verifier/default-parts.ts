import type { EvidencePart } from '@carebench/verifier'
import { cdsPart } from '../cds/records.js'
import { faxesPart } from '../fax/records.js'
import { fhirPart } from '../fhir/records.js'
import { filesPart } from '../files/records.js'
import { hl7Part } from '../hl7/records.js'
import { messagesPart } from '../message/records.js'
import { portalPart } from '../payer/records.js'
import { voicePart } from '../voice/records.js'
import { x12Part } from '../x12/records.js'

/**
 * The evidence parts that {@link verify} supports, in the order of the systems. It is also the order of collections in
 * `no-collateral`, of mutants and of reports. Spread them into `createVerifier({ parts })` alongside custom parts.
 */
export const defaultParts: readonly EvidencePart[] = [
  fhirPart,
  portalPart,
  hl7Part,
  x12Part,
  filesPart,
  faxesPart,
  messagesPart,
  voicePart,
  cdsPart,
]
