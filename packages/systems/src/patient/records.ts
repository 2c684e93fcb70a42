import type { EvidencePart } from '@carebench/verifier'

/** What is said to the patient stands in the evidence of telephone and messages. */
export const patientRecords: readonly EvidencePart[] = []
