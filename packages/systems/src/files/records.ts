import { type EvidencePart, filesPart } from '@carebench/verifier'

/** Its parts of the evidence. */
export const filesRecords: readonly EvidencePart[] = [filesPart]
