import type {
  CallDescription,
  GroupDescription,
  GroupOfCalls,
  JsonObject,
  JsonValue,
  ScenarioStep,
  SimulatorCall,
  Steps,
} from '@carebench/protocol'
import type { TSchema } from 'typebox'
import { noteRefusal, type RefusalDescription } from './records/refused-act.js'
import { findUndeclaredQuery } from './rest/undeclared-query.js'
import type {
  AcceptedCall,
  Bystanders,
  HarmfulCall,
  NamedSystem,
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
import type { Declarations } from './system-consistency.js'

/** A simulator with its type parameters erased, so that a host can run any simulator. */
export interface AnySimulator {
  readonly type: string
  readonly group: GroupDescription | null
  readonly calls: readonly CallDescription[]
  readonly interfaces?: readonly GroupOfCalls[]
  /** The datasets that seed it; null if it takes no datasets. */
  readonly dataset: { readonly type: string } | null
  /** The parts of its evidence. */
  readonly records: readonly { readonly name: string }[]
  readonly headers: readonly string[]
  readonly scenarioSteps: readonly string[]
  readonly configSchema: TSchema
  readonly localize?: ((call: SimulatorCall, urls: readonly string[]) => SimulatorCall) | undefined
  readonly localizeInSteps?: ((call: SimulatorCall, urls: readonly string[]) => Steps<SimulatorCall>) | undefined
  readonly pages?: boolean | undefined
  readonly countInteractions?: ((call: SimulatorCall) => number) | undefined
  readonly namedSystems?: ((config: JsonObject) => readonly NamedSystem[]) | undefined
  readonly refuseJson?: ((message: string, group: string) => SimulatorResponse | undefined) | undefined
  readonly stepFindings?: ((step: ScenarioStep) => readonly StepFinding[]) | undefined
  seed(config: JsonObject, datasets: readonly SeedDataset[], context: SimulatorContext): RunningSimulator
  /** The same as `seed`, in steps. Absent if no dataset takes long. */
  readonly seedInSteps?: SeedingSteps | undefined
  noise(config: JsonObject): NoiseScript
  readonly bystanders?: ((initial: SimulatorEvidence, own: string) => Bystanders) | undefined
}

/** A simulator with its state. */
export interface RunningSimulator {
  readonly simulator: AnySimulator
  fork(): RunningSimulator
  /**
   * Returns a simulator with more datasets, which shares unchanged data with this one. Absent: it has to be seeded
   * again.
   */
  readonly extend?:
    | ((config: JsonObject, datasets: readonly SeedDataset[], context: SimulatorContext) => RunningSimulator)
    | undefined
  /** The same as `extend`, in steps. Absent if no dataset takes long. */
  readonly extendInSteps?: SeedingSteps | undefined
  handle(group: string, call: SimulatorCall, context: SimulatorContext): SimulatorOutcome<JsonValue>
  /** The same as `handle`, in steps. Absent if no call takes long. */
  readonly handleInSteps?: RunningSteps | undefined
  due(context: SimulatorContext): SimulatorChange<JsonValue>
  /**
   * Prepares in steps the long work of `due`, without changing the state; undefined if there is none. Absent: nothing
   * takes long.
   */
  readonly prepareDue?: ((context: SimulatorContext) => Steps<void> | undefined) | undefined
  inject(step: ScenarioStep, context: SimulatorContext): SimulatorChange<JsonValue>
  apply(effect: JsonValue): void
  /** Whether an effect creates a record that is not the agent's. Absent: no effect does. */
  readonly isByOthers?: ((effect: JsonValue) => boolean) | undefined
  evidence(): SimulatorEvidence
  readonly harm?: ((accepted: AcceptedCall) => readonly HarmfulCall[]) | undefined
}

type SeedingSteps = (
  config: JsonObject,
  datasets: readonly SeedDataset[],
  context: SimulatorContext,
) => Steps<RunningSimulator>

type RunningSteps = (
  group: string,
  call: SimulatorCall,
  context: SimulatorContext,
) => Steps<SimulatorOutcome<JsonValue>>

/** Makes every member required, even if it may be undefined, so that `hideTypes` cannot forget to pass one on. */
type Complete<Members> = { readonly [Name in keyof Members]-?: Members[Name] }

/**
 * Hides a simulator's type parameters behind closures over its state. Configurations must already be validated against
 * its schema; effects must be ones that it returned. Its behaviour is checked against `declared`.
 */
export function hideTypes<
  About extends Pick<AnySimulator, 'type' | 'group' | 'calls' | 'interfaces' | 'dataset' | 'records'> & {
    readonly refusal?: RefusalDescription
  },
  Config extends JsonObject,
  State,
  Effect extends JsonValue,
>(about: About, behaviour: Simulator<Config, State, Effect>, declared: Declarations): About & AnySimulator {
  const { handleInSteps: inSteps, seedInSteps, extendInSteps, isByOthers } = behaviour
  const simulator: About & Complete<Omit<AnySimulator, 'interfaces'>> = {
    ...about,
    headers: behaviour.headers,
    scenarioSteps: behaviour.scenarioSteps,
    configSchema: behaviour.configSchema,
    localize: behaviour.localize,
    localizeInSteps: behaviour.localizeInSteps,
    pages: behaviour.pages,
    countInteractions: behaviour.countInteractions,
    namedSystems: behaviour.namedSystems && ((config) => behaviour.namedSystems?.(config as Config) ?? []),
    refuseJson: behaviour.refuseJson,
    stepFindings: behaviour.stepFindings,
    seed: (config, datasets, context) => run(behaviour.seed(config as Config, datasets, context)),
    seedInSteps:
      seedInSteps && ((config, datasets, context) => runSteps(seedInSteps(config as Config, datasets, context))),
    noise: (config) => behaviour.noise(config as Config),
    bystanders: behaviour.bystanders,
  }
  const refuseUndeclared = (call: SimulatorCall): SimulatorOutcome<never> | undefined => {
    const message = behaviour.refuseQuery && findUndeclaredQuery(about.calls, call)
    if (message === undefined || behaviour.refuseQuery === undefined) return undefined
    return { response: behaviour.refuseQuery(message), effects: [], events: [] }
  }
  const finish = (call: SimulatorCall, outcome: SimulatorOutcome<Effect>): SimulatorOutcome<JsonValue> =>
    declared.change(about.refusal === undefined ? outcome : noteRefusal(outcome, call, about.refusal))
  function* runSteps(steps: Steps<State>): Steps<RunningSimulator> {
    return run(yield* steps)
  }
  const run = (state: State): RunningSimulator => ({
    simulator,
    fork: () => run(behaviour.fork(state)),
    extend:
      behaviour.extend &&
      ((config, datasets, context) => run(behaviour.extend?.(state, config as Config, datasets, context) ?? state)),
    extendInSteps:
      extendInSteps &&
      ((config, datasets, context) => runSteps(extendInSteps(state, config as Config, datasets, context))),
    handle: (group, call, context) =>
      refuseUndeclared(call) ?? finish(call, behaviour.handle(state, group, call, context)),
    handleInSteps:
      inSteps &&
      function* (group, call, context) {
        return refuseUndeclared(call) ?? finish(call, yield* inSteps(state, group, call, context))
      },
    due: (context) => declared.change(behaviour.due(state, context)),
    prepareDue: behaviour.prepareDue && ((context) => behaviour.prepareDue?.(state, context)),
    inject: (step, context) => declared.change(behaviour.inject(state, step, context)),
    apply: (effect) => behaviour.apply(state, effect as Effect),
    isByOthers: isByOthers && ((effect) => isByOthers(effect as Effect)),
    evidence: () => declared.evidence(behaviour.evidence(state)),
    harm: behaviour.harm && ((accepted) => behaviour.harm?.(accepted, state) ?? []),
  })
  return simulator
}
