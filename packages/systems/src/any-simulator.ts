import type { GroupDescription, JsonObject, JsonValue, ScenarioStep, SimulatorCall } from '@carebench/protocol'
import type { TSchema } from 'typebox'
import type {
  NoiseScript,
  SeedDataset,
  Simulator,
  SimulatorChange,
  SimulatorContext,
  SimulatorEvidence,
  SimulatorOutcome,
  SimulatorResponse,
  StepFinding,
} from './simulator.js'

/** A simulator with its type parameters erased: what a host needs to run any simulator. */
export interface AnySimulator {
  readonly type: string
  readonly group: GroupDescription | null
  /** The datasets it is seeded from; null if it takes no datasets. */
  readonly dataset: { readonly type: string } | null
  readonly headers: readonly string[]
  readonly scenarioSteps: readonly string[]
  readonly configSchema: TSchema
  readonly localize?: ((call: SimulatorCall, urls: readonly string[]) => SimulatorCall) | undefined
  readonly refuseJson?: ((message: string) => SimulatorResponse) | undefined
  readonly stepFindings?: ((step: ScenarioStep) => readonly StepFinding[]) | undefined
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
 * Hides a simulator's type parameters behind closures over its state. Configurations must already be validated against
 * its schema; effects must be ones that it returned.
 */
export function hideTypes<
  About extends Pick<AnySimulator, 'type' | 'group' | 'dataset'>,
  Config extends JsonObject,
  State,
  Effect extends JsonValue,
>(about: About, behaviour: Simulator<Config, State, Effect>): About & AnySimulator {
  const simulator: About & AnySimulator = {
    ...about,
    headers: behaviour.headers,
    scenarioSteps: behaviour.scenarioSteps,
    configSchema: behaviour.configSchema,
    localize: behaviour.localize,
    refuseJson: behaviour.refuseJson,
    stepFindings: behaviour.stepFindings,
    seed: (config, datasets, context) => run(behaviour.seed(config as Config, datasets, context)),
    noise: (config) => behaviour.noise(config as Config),
  }
  const run = (state: State): RunningSimulator => ({
    simulator,
    fork: () => run(behaviour.fork(state)),
    handle: (group, call, context) => behaviour.handle(state, group, call, context),
    due: (context) => behaviour.due(state, context),
    inject: (step, context) => behaviour.inject(state, step, context),
    apply: (effect) => behaviour.apply(state, effect as Effect),
    evidence: () => behaviour.evidence(state),
  })
  return simulator
}
