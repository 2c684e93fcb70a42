import { type EvidencePart, portalPart } from '@carebench/verifier'

/** Its parts of the evidence. */
export const payerRecords: readonly EvidencePart[] = [portalPart]
