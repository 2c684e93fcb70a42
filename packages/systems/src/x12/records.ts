import { type EvidencePart, x12Part } from '@carebench/verifier'

/** Its parts of the evidence. */
export const x12Records: readonly EvidencePart[] = [x12Part]
