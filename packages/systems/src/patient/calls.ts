import type { CallDescription } from '@carebench/protocol'

/** Agents do not call the patient; the telephone and the messages do. */
export const patientCalls = [] as const satisfies readonly CallDescription[]
