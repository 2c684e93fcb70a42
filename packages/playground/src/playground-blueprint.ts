import {
  type DatasetType,
  type JsonObject,
  type JsonValue,
  type SimulatorType,
  withSystemKey,
} from '@carebench/protocol'

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
  /** What one task has in addition: its seeded state is built on that of the rest. Absent: nothing. */
  readonly own?: BlueprintAddition
}

/** What a task has in addition to the environment that it shares with others. */
export interface BlueprintAddition {
  /** Differs from that of every other addition to the same blueprint. */
  readonly id: string
  /** Configurations that replace those of simulators, by the names that the log calls these by. */
  readonly configs: Readonly<Record<string, JsonObject>>
  /** Seeded after the others. */
  readonly datasets: PlaygroundBlueprint['datasets']
}

/** The simulators of a blueprint with the configurations that its addition gives them. */
export function simulatorsOf<One extends PlaygroundBlueprint['simulators'][number]>({
  simulators,
  own,
}: {
  readonly simulators: readonly One[]
  readonly own?: Pick<BlueprintAddition, 'configs'> | undefined
}): readonly One[] {
  if (own === undefined) return simulators
  return simulators.map((one) => {
    const config = own.configs[withSystemKey(one.type, one.key)]
    return config === undefined ? one : { ...one, config }
  })
}
