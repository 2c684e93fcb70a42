import { type EvidencePart, messagesPart } from '@carebench/verifier'

/** Its parts of the evidence. */
export const messageRecords: readonly EvidencePart[] = [messagesPart]
