import type { DatasetType, JsonObject, JsonValue, SimulatorType } from '@carebench/protocol'

/**
 * What playgrounds are seeded from; it never changes, so that its seeded state is the same in every process. A published
 * version is one, and so is an environment as it was when a playground of its own was made of it.
 */
export interface PlaygroundBlueprint {
  readonly id: string
  /** The time at which everything in the seeded state came to be. */
  readonly created_at: string
  readonly simulators: readonly {
    readonly type: SimulatorType
    /** What it is called by beside its type; absent for the first of its type. */
    readonly key?: string
    readonly config: JsonObject
  }[]
  /** Ancestors come before their descendants. */
  readonly datasets: readonly { readonly type: DatasetType; readonly config: JsonValue }[]
}
