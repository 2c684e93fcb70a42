import type { CallDescription } from '@carebench/protocol'

/** No agent calls the patient; the telephone and the messages do. */
export const patientCalls = [] as const satisfies readonly CallDescription[]
