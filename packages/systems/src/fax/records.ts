import { type EvidencePart, faxesPart } from '@carebench/verifier'

/** Its parts of the evidence. */
export const faxRecords: readonly EvidencePart[] = [faxesPart]
