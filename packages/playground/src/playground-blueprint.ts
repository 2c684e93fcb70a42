import type { DatasetType, JsonObject, JsonValue, SimulatorType } from '@carebench/protocol'

/**
 * The data that playgrounds are seeded from; it never changes, so the seeded state is the same in every process.
 * Examples are a published version, and an environment at the time when a standalone playground was created from it.
 */
export interface PlaygroundBlueprint {
  readonly id: string
  /** The creation time of everything in the seeded state. */
  readonly created_at: string
  readonly simulators: readonly {
    readonly type: SimulatorType
    /** Its key, in addition to its type; absent for the first of its type. */
    readonly key?: string
    readonly config: JsonObject
  }[]
  /** Ancestors come before their descendants. */
  readonly datasets: readonly {
    readonly type: DatasetType
    /** The only simulator that it seeds, as the log names it: `FHIR`, `FHIR@research`. Absent: all that take its type. */
    readonly simulator?: string
    readonly config: JsonValue
  }[]
}
