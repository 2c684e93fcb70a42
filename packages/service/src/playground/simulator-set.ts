import type {
  JsonObject,
  JsonValue,
  LoggedEvent,
  RecordedEffect,
  ScenarioStep,
  SimulatorCall,
  SimulatorType,
} from '@carebench/protocol'
import type {
  NoiseScript,
  SeedDataset,
  Simulator,
  SimulatorChange,
  SimulatorContext,
  SimulatorEvidence,
  SimulatorOutcome,
} from '@carebench/simulators'
import type { TSchema } from 'typebox'

/** A simulator whose own types are hidden: what a host needs to run any of them. */
export interface AnySimulator {
  readonly type: SimulatorType
  readonly groups: readonly string[]
  readonly headers: readonly string[]
  readonly scenarioSteps: readonly string[]
  readonly configSchema: TSchema
  readonly localize?: ((call: SimulatorCall, urls: readonly string[]) => SimulatorCall) | undefined
  seed(config: JsonObject, datasets: readonly SeedDataset[], context: SimulatorContext): RunningSimulator
  noise(config: JsonObject): NoiseScript
}

/** A simulator with its state. */
export interface RunningSimulator {
  readonly simulator: AnySimulator
  fork(): RunningSimulator
  handle(group: string, call: SimulatorCall, context: SimulatorContext): SimulatorOutcome<JsonValue>
  due(context: SimulatorContext): SimulatorChange<JsonValue>
  inject(step: ScenarioStep, context: SimulatorContext): SimulatorChange<JsonValue>
  apply(effect: JsonValue): void
  evidence(): SimulatorEvidence
}

/**
 * Hides a simulator's own types behind closures over its state. Configurations must have been checked against its
 * schema; effects must be ones that it returned.
 */
export function hideTypes<Config extends JsonObject, State, Effect extends JsonValue>(
  definition: Simulator<Config, State, Effect>,
): AnySimulator {
  const simulator: AnySimulator = {
    type: definition.type,
    groups: definition.groups,
    headers: definition.headers,
    scenarioSteps: definition.scenarioSteps,
    configSchema: definition.configSchema,
    localize: definition.localize,
    seed: (config, datasets, context) => run(definition.seed(config as Config, datasets, context)),
    noise: (config) => definition.noise(config as Config),
  }
  const run = (state: State): RunningSimulator => ({
    simulator,
    fork: () => run(definition.fork(state)),
    handle: (group, call, context) => definition.handle(state, group, call, context),
    due: (context) => definition.due(state, context),
    inject: (step, context) => definition.inject(state, step, context),
    apply: (effect) => definition.apply(state, effect as Effect),
    evidence: () => definition.evidence(state),
  })
  return simulator
}

/** The running simulators of one playground. */
export class SimulatorSet {
  readonly #running: ReadonlyMap<SimulatorType, RunningSimulator>

  constructor(running: readonly RunningSimulator[]) {
    this.#running = new Map(running.map((one) => [one.simulator.type, one]))
  }

  /** An independent copy; copy-on-write. */
  fork(): SimulatorSet {
    return new SimulatorSet([...this.#running.values()].map((one) => one.fork()))
  }

  get(type: SimulatorType): RunningSimulator | undefined {
    return this.#running.get(type)
  }

  /** The one that takes scenario steps of this type. */
  forStep(type: string): RunningSimulator | undefined {
    return [...this.#running.values()].find((one) => one.simulator.scenarioSteps.includes(type))
  }

  apply(effects: readonly RecordedEffect[]): void {
    for (const { simulator, effect } of effects) {
      const running = this.#running.get(simulator)
      if (running === undefined) throw new Error(`The log has an effect of ${simulator}, which the playground lacks.`)
      running.apply(effect)
    }
  }

  /** What has become due in any of them. */
  due(context: SimulatorContext): { effects: RecordedEffect[]; events: LoggedEvent[] } {
    const effects: RecordedEffect[] = []
    const events: LoggedEvent[] = []
    for (const running of this.#running.values()) {
      const { type: simulator } = running.simulator
      const change = running.due(context)
      for (const effect of change.effects) effects.push({ simulator, effect })
      for (const event of change.events) events.push({ ...event, simulator })
    }
    return { effects, events }
  }

  evidence(): SimulatorEvidence {
    return Object.assign({}, ...[...this.#running.values()].map((one) => one.evidence()))
  }
}
