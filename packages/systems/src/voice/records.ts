import { type EvidencePart, voicePart } from '@carebench/verifier'

/** Its parts of the evidence. */
export const voiceRecords: readonly EvidencePart[] = [voicePart]
