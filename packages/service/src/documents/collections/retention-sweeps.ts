import { type Document, defineCollection } from '@carebench/store'

/** Singleton lease: when the next retention sweep is due, and which service on the store runs it. */
export interface RetentionSweepDoc extends Document {
  /** The name of the service that runs the sweep, or ran it last, among all services on the store. */
  readonly holder: string
  /** When the next sweep is due, or when others may continue this one, in milliseconds since 1970. */
  readonly due: number
}

export const retentionSweeps = defineCollection<RetentionSweepDoc>({ name: 'retention_sweeps', due: ({ due }) => due })

/** The id of the only document. */
export const retentionSweepId = 'runs'
