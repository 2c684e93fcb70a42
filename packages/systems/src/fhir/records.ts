import { type EvidencePart, fhirPart } from '@carebench/verifier'

/** Its parts of the evidence. */
export const fhirRecords: readonly EvidencePart[] = [fhirPart]
