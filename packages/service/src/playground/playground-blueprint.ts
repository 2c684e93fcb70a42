import {
  type DatasetType,
  type JsonObject,
  type JsonValue,
  type SimulatorType,
  withSystemKey,
} from '@carebench/protocol'

/**
 * The data that seed playgrounds; they never change, so the seeded state is the same in every process. Examples are a
 * published version, and an environment at the time when a standalone playground was created from it.
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
    /**
     * The only simulator that it seeds, as the log names it: `FHIR`, `FHIR@research`. Absent: all simulators that take
     * its type.
     */
    readonly simulator?: string
    readonly config: JsonValue
  }[]
  /** The additions of one task: its seeded state is built on that of the rest. Absent: none. */
  readonly task_environment?: BlueprintTaskEnvironment
}

/** The additions of a task to the environment that it shares with others. */
export interface BlueprintTaskEnvironment {
  /** Differs from that of every other task of the same blueprint. */
  readonly id: string
  /** Configurations that replace those of simulators, by the simulators' names in the log. */
  readonly configs: Readonly<Record<string, JsonObject>>
  /** Seeded after the others. */
  readonly datasets: PlaygroundBlueprint['datasets']
}

/** Returns the simulators of a blueprint with the configurations of its task. */
export function listSimulators<One extends PlaygroundBlueprint['simulators'][number]>({
  simulators,
  task_environment: task,
}: {
  readonly simulators: readonly One[]
  readonly task_environment?: Pick<BlueprintTaskEnvironment, 'configs'> | undefined
}): readonly One[] {
  if (task === undefined) return simulators
  return simulators.map((one) => {
    const config = task.configs[withSystemKey(one.type, one.key)]
    return config === undefined ? one : { ...one, config }
  })
}
