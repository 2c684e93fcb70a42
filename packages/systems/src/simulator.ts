import type { FhirStore } from '@carebench/fhir'
import type {
  DatasetType,
  EvidenceState,
  JsonObject,
  JsonValue,
  Random,
  RecordedBody,
  RecordedEvent,
  ScenarioStep,
  SimulatorCall,
  SimulatorType,
  Steps,
} from '@carebench/protocol'
import type { TSchema } from 'typebox'

/**
 * The time and the randomness of one log entry, and access to the other systems of the environment. The same context
 * and state give the same outcome.
 */
export interface SimulatorContext {
  /** The playground's clock, RFC 3339 in UTC with milliseconds. */
  readonly at: string
  readonly random: Random
  /**
   * Calls another system of the environment. Available only while a call is being answered; absent if there are no
   * other systems.
   */
  readonly ask?: Ask
  /** The same in steps, for calls that can take long; present wherever `ask` is in a playground. */
  readonly askInSteps?: AskInSteps
  /** Asks an external service. Available only while a call is being answered; absent if there are none. */
  readonly consult?: Consult
}

/**
 * External services that simulators may call: one that reads documents or writes them, a model that speaks for a
 * persona.
 */
export type OutsidePort = 'read-document' | 'write-document' | 'speak-as-persona'

/**
 * Calls an external service and returns its answer, which is recorded with the call: a replay gets the same answer
 * without calling. Undefined if there is no such service. Throws when the answer is not available yet; a simulator
 * must let that propagate, and is called again from the same state once the answer has arrived. The request must
 * depend only on the state and the call.
 */
export type Consult = (port: OutsidePort, question: JsonObject) => JsonValue | undefined

/**
 * Calls another simulated system as an agent would, by its name in the log (`Payer` for the first of its type,
 * `Payer@west` for one with a key), and returns its answer; undefined if the environment has no such system. Its
 * changes and events belong to the call being answered; a call that changes nothing leaves no event. The callee may
 * call other systems, but not one that is already waiting for it.
 */
export type Ask = (type: SimulatorType, group: string, call: SimulatorCall) => SimulatorResponse | undefined

/** {@link Ask} in steps. Until it has returned, the caller must not ask anything else. */
export type AskInSteps = (
  type: SimulatorType,
  group: string,
  call: SimulatorCall,
) => Steps<SimulatorResponse | undefined>

/** The response of a simulated system to a call. */
export interface SimulatorResponse {
  readonly status: number
  /** Header names in lower case. A JSON body without a content-type is sent as `application/json`. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: RecordedBody | null
  /**
   * Offsets into the body text, in UTF-16 code units, at which URLs relative to the group begin. The host inserts the
   * group's URL there when it delivers the response; the logged response has none, so it is the same at any address.
   */
  readonly relativeUrls?: readonly number[]
}

/** Changes to a simulator's state, and events to record; not yet applied. */
export interface SimulatorChange<Effect> {
  readonly effects: readonly Effect[]
  readonly events: readonly RecordedEvent[]
}

/** The response to a call, with the changes and events that it causes. */
export interface SimulatorOutcome<Effect> extends SimulatorChange<Effect> {
  readonly response: SimulatorResponse
}

/** A call of a noise script, with the group that it is addressed to. */
export interface NoiseCall {
  readonly group: string
  readonly call: SimulatorCall
}

/**
 * Accepted but pointless calls: given the response to each call, yields the next one. Calls every available endpoint
 * once; endpoints that act on a record get one that the script has created. A criterion must give no points for this.
 */
export type NoiseScript = Generator<NoiseCall, void, SimulatorResponse>

/** An accepted call of an agent, with its response. */
export interface AcceptedCall {
  readonly call: SimulatorCall
  readonly response: SimulatorResponse
}

/** A call that harms the result of an accepted call, whatever the task. */
export interface HarmfulCall {
  /**
   * `undone`: it takes the act back, or makes it void. `duplicate`: it repeats the act in another way. `disclosure`: it
   * repeats the act at each other system of the type.
   */
  readonly kind: 'undone' | 'duplicate' | 'disclosure'
  /** The harm in words that follow the call: `cancelled`, `again under another name`. */
  readonly what: string
  /** Another group of the same system that it goes to. Default: that of the accepted call. */
  readonly group?: string
  readonly call: SimulatorCall
}

/** People of a world who are not part of a task, for the probes of an audit. */
export interface Bystanders {
  /** Names of staff and organizations, as texts say them. */
  readonly names: readonly string[]
  /** Paths of calls that read the records of these people. */
  readonly reads: readonly string[]
}

/** A simulator's contribution to the evidence of a playground. The FHIR part is the store itself, not a copy. */
export interface SimulatorEvidence extends Omit<EvidenceState, 'fhir' | 'events' | 'systems'> {
  readonly fhir?: FhirStore
  /**
   * The contributions of systems that are not the first of their type, by key; only in the evidence of a whole
   * playground.
   */
  readonly systems?: Readonly<Record<string, SimulatorEvidence>>
  /** The parts of custom systems, by name. */
  readonly [part: string]: unknown
}

/** A system that a configuration names and that its simulator calls by that name. */
export interface NamedSystem {
  /** JSON Pointer into the configuration: `/payers/1/system`. */
  readonly path: string
  readonly type: SimulatorType
  readonly key: string
}

/** An error in a member of a scenario step. */
export interface StepFinding {
  /** JSON Pointer into the step: `/from`. */
  readonly path: string
  readonly message: string
}

/** A dataset as passed to a simulator's seed: the chain of ancestors is already resolved, oldest first. */
export interface SeedDataset {
  readonly type: DatasetType
  readonly config: JsonValue
}

/**
 * How a simulated system behaves. Its state is the fold of effects over a seeded base:
 *
 * - `seed` builds a base once for a published version; `fork` makes a playground's copy of it, copy-on-write.
 * - `handle`, `due` and `inject` are synchronous and pure: they read the state and return what would change.
 * - `apply` applies one effect; the host calls it after the log entry has been accepted.
 *
 * @typeParam State - the running state; never shared between playgrounds
 * @typeParam Effect - a JSON value; what the log records
 */
export interface Simulator<Config extends JsonObject, State, Effect extends JsonValue> {
  /** Request headers that it reads, in lower case; other headers are neither recorded nor passed on. */
  readonly headers: readonly string[]
  /** The schema of its configuration. */
  readonly configSchema: TSchema
  /** The scenario step types that `inject` accepts. */
  readonly scenarioSteps: readonly string[]
  /**
   * The systems that a configuration names by their keys. A version whose environment lacks one is refused. Absent if a
   * configuration names none.
   */
  readonly namedSystems?: (config: Config) => readonly NamedSystem[]
  seed(config: Config, datasets: readonly SeedDataset[], context: SimulatorContext): State
  /** The same as `seed`, in steps. Absent if no dataset takes long. */
  readonly seedInSteps?: (config: Config, datasets: readonly SeedDataset[], context: SimulatorContext) => Steps<State>
  /**
   * Builds the state that `seed` would build from the datasets of `base` and more datasets, except for generated ids,
   * and shares unchanged data with `base`. `base` is not changed. Absent: the state is seeded again from all datasets.
   */
  readonly extend?: (base: State, config: Config, datasets: readonly SeedDataset[], context: SimulatorContext) => State
  /** The same as `extend`, in steps. Absent if no dataset takes long. */
  readonly extendInSteps?: (
    base: State,
    config: Config,
    datasets: readonly SeedDataset[],
    context: SimulatorContext,
  ) => Steps<State>
  fork(state: State): State
  /**
   * Removes the group's URL from a call where it refers to objects of this system, so that the recorded call is the
   * same at any address. `urls` are the URLs of the group, each ending in a slash. Absent if calls never refer by URL.
   */
  readonly localize?: (call: SimulatorCall, urls: readonly string[]) => SimulatorCall
  /** The same as `localize`, in steps, for calls with long bodies. Absent if none takes long. */
  readonly localizeInSteps?: (call: SimulatorCall, urls: readonly string[]) => Steps<SimulatorCall>
  /**
   * True if its lists page by `_meta.next` and `_meta.prev` of a JSON body and the query parameter `cursor`. The host
   * then replaces those, so that a cursor is valid only for the system and the playground that issued it; the recorded
   * call has the cursor that the system wrote. Default false: the host does not change them.
   */
  readonly pages?: boolean
  /**
   * Rejects, in the system's own format, a call of a group whose body cannot be read as JSON. Absent or undefined if
   * the error of the service suffices.
   */
  readonly refuseJson?: (message: string, group: string) => SimulatorResponse | undefined
  /**
   * Rejects, in the system's own format, query parameters of a call that declares none. Absent if its calls ignore
   * parameters that they do not declare.
   */
  readonly refuseQuery?: (message: string) => SimulatorResponse
  /** Answers a call. `group` is the path segment to which it was addressed. Never throws, whatever the caller sends. */
  handle(state: State, group: string, call: SimulatorCall, context: SimulatorContext): SimulatorOutcome<Effect>
  /**
   * The same as `handle`, in steps, so that a call that takes long does not make the whole service wait. Absent if no
   * call takes long.
   */
  readonly handleInSteps?: (
    state: State,
    group: string,
    call: SimulatorCall,
    context: SimulatorContext,
  ) => Steps<SimulatorOutcome<Effect>>
  /** Changes that are due by `context.at` and have not been applied, earliest first. */
  due(state: State, context: SimulatorContext): SimulatorChange<Effect>
  /** Prepares in steps the long work of `due`, without changing the state; undefined if there is none. */
  prepareDue?(state: State, context: SimulatorContext): Steps<void> | undefined
  /** Runs a scenario step of one of `scenarioSteps`. Throws an Error that says what is wrong with the step. */
  inject(state: State, step: ScenarioStep, context: SimulatorContext): SimulatorChange<Effect>
  /**
   * Returns the errors of a step of one of `scenarioSteps` that do not depend on the state, with pointers into the
   * step; `inject` throws for such a step. Called when a scenario is written. Absent: errors can be found only with a
   * state.
   */
  readonly stepFindings?: (step: ScenarioStep) => readonly StepFinding[]
  apply(state: State, effect: Effect): void
  /**
   * Whether an effect of `due` creates a record of another person, such as a reply to the agent: `no-collateral`
   * compares with a state that has the record, so it does not count as a change of the agent. Default: the effect
   * counts as a change of the agent if it follows from an act of the agent.
   */
  readonly isByOthers?: (effect: Effect) => boolean
  evidence(state: State): SimulatorEvidence
  /** Returns the calls of the noise state of an audit; see {@link NoiseScript}. */
  noise(config: Config): NoiseScript
  /**
   * Returns calls that harm the result of an accepted call of a solution, in the state after the solution, after which
   * the audit makes them.
   * Leave out calls that the audit derives by itself: the same call again, for another person, or to another recipient,
   * and the deletion of a created or written record, if `calls` describe it. Default: none.
   */
  readonly harm?: (accepted: AcceptedCall, state: State) => readonly HarmfulCall[]
  /**
   * Returns people whom a task is not about, for probes of the audit that name them or read their records; `own` is the
   * JSON text that says whom the task is about. Default: nobody.
   */
  readonly bystanders?: (initial: SimulatorEvidence, own: string) => Bystanders
}
