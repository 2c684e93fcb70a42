import { type Document, defineCollection } from '@carebench/store'

/**
 * Says when runs that are not to be kept are looked for, so that of several services on one store one does so. There is
 * one.
 */
export interface RetentionSweepDoc extends Document {
  /** The name of the service that looks, or has looked last, among all that use the store. */
  readonly holder: string
  /** When it is done again, or gone on with by others, in milliseconds since 1970. */
  readonly due: number
}

export const retentionSweeps = defineCollection<RetentionSweepDoc>({ name: 'retention_sweeps', due: ({ due }) => due })

/** The id of the only document. */
export const retentionSweepId = 'runs'
