import { cdsPart, type EvidencePart } from '@carebench/verifier'

/** Its parts of the evidence. */
export const cdsRecords: readonly EvidencePart[] = [cdsPart]
