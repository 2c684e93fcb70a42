import { type EvidencePart, hl7Part } from '@carebench/verifier'

/** Its parts of the evidence. */
export const hl7Records: readonly EvidencePart[] = [hl7Part]
