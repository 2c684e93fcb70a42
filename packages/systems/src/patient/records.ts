import type { EvidencePart } from '@carebench/verifier'

/** Empty: what is said to the patient is in the evidence of the telephone and the messages. */
export const patientRecords: readonly EvidencePart[] = []
