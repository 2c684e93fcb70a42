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
   * Calls another system of the environment. Available only while a call is being answered.
   */
  readonly ask?: Ask
  /** Asks an external service. Available only while a call is being answered; absent if there are none. */
  readonly consult?: Consult
}

/**
 * External services that simulators may call: to read a document, to write one, and to let a model speak for a persona.
 */
export type OutsidePort = 'read-document' | 'write-document' | 'speak-as-persona'

/**
 * Calls an external service and returns its answer, which is recorded with the call, so that a replay gets the same
 * answer without calling. Undefined if there is no such service. Throws while the answer is not available; a simulator
 * must let the error propagate, and is called again from the same state once the answer has arrived. The request must
 * depend only on the state and the call.
 */
export type Consult = (port: OutsidePort, question: JsonObject) => JsonValue | undefined

/**
 * Calls another simulated system as an agent would, by its name in the log (`Payer` for the first of its type,
 * `Payer@west` for one with a key), and returns its answer; undefined if the environment has no such system. Its
 * changes and events belong to the call being answered; a call that changes nothing leaves no event. The callee may
 * call other systems, but not one that is already waiting for it.
 */
export interface Ask {
  (type: SimulatorType, group: string, call: SimulatorCall): SimulatorResponse | undefined
  /**
   * The same in steps, for calls that can take long, such as searches. The caller must not ask anything else before it
   * returns.
   */
  inSteps(type: SimulatorType, group: string, call: SimulatorCall): Steps<SimulatorResponse | undefined>
}

/** The response of a simulated system to a call. */
export interface SimulatorResponse {
  readonly status: number
  /** Header names in lower case. A JSON body without a content-type is sent as `application/json`. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: RecordedBody | null
  /**
   * Offsets into the body text, in UTF-16 code units, at which URLs relative to the group begin. The host inserts the
   * group's URL there when it delivers the response; the logged response does not have it, so it is the same at any
   * address.
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
 * Yields accepted but pointless calls, and receives the response to each. Calls every available endpoint once;
 * endpoints that act on a record get one that the script has created. Criteria must give no points for these calls.
 */
export type NoiseScript = Generator<NoiseCall, void, SimulatorResponse>

/** An accepted call of an agent, with its response. */
export interface AcceptedCall {
  readonly call: SimulatorCall
  readonly response: SimulatorResponse
}

/** A call that harms the result of an accepted call in any task. */
export interface HarmfulCall {
  /**
   * `undone`: cancels or voids the act. `duplicate`: repeats the act in another way. `disclosure`: repeats the act at
   * each other system of the type.
   */
  readonly kind: 'undone' | 'duplicate' | 'disclosure'
  /** The harm in words that follow the call: `cancelled`, `again under another name`. */
  readonly what: string
  /** The group of the same system to call. Default: that of the accepted call. */
  readonly group?: string
  readonly call: SimulatorCall
}

/** People of a world who are not part of a task, for the probes of an audit. */
export interface Bystanders {
  /** Names of staff and organizations, as written in texts. */
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
   * Returns the systems that a configuration names by their keys. A version whose environment lacks one is rejected.
   * Absent if configurations name none.
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
   * Returns the number of interactions that a call requests, at least 1: a stepped clock moves by each. Absent if every
   * call is one.
   */
  readonly countInteractions?: (call: SimulatorCall) => number
  /**
   * Returns the error, in the system's own format, for a call of a group whose body is not valid JSON. Absent, or
   * returning undefined, if the service's own error suffices.
   */
  readonly refuseJson?: (message: string, group: string) => SimulatorResponse | undefined
  /**
   * Returns the error, in the system's own format, for query parameters of a call that declares none. Absent if calls
   * ignore undeclared parameters.
   */
  readonly refuseQuery?: (message: string) => SimulatorResponse
  /**
   * Responds to a call. `group` is the path segment to which it was addressed. Never throws, whatever the caller sends,
   * except for errors of {@link Consult}, which it lets propagate.
   */
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
  /** Returns the changes that are due by `context.at` and have not been applied, earliest first. */
  due(state: State, context: SimulatorContext): SimulatorChange<Effect>
  /** Prepares in steps the long work of `due`, without changing the state; undefined if there is none. */
  prepareDue?(state: State, context: SimulatorContext): Steps<void> | undefined
  /** Runs a scenario step of one of `scenarioSteps`. Throws an Error that says what is wrong with the step. */
  inject(state: State, step: ScenarioStep, context: SimulatorContext): SimulatorChange<Effect>
  /**
   * Returns the errors of a step that do not depend on the state, with pointers into the step; `inject` throws for such
   * a step. Called when a scenario is written. Absent if all errors depend on the state.
   */
  readonly stepFindings?: (step: ScenarioStep) => readonly StepFinding[]
  apply(state: State, effect: Effect): void
  /**
   * Whether an effect of `due` creates a record by another person, such as a reply to the agent. `no-collateral`
   * compares with a state that includes such records, so they do not count as changes by the agent. Default: an effect
   * that follows from an act of the agent counts as the agent's change.
   */
  readonly isByOthers?: (effect: Effect) => boolean
  evidence(state: State): SimulatorEvidence
  /** Returns the calls with which an audit creates its noise state; see {@link NoiseScript}. */
  noise(config: Config): NoiseScript
  /**
   * Returns calls that harm the result of an accepted call of a solution; the audit makes them after the solution.
   * `state` is the state after the solution. Leave out calls that the audit derives itself: the same call again, for
   * another person or to another recipient, and the deletion of a written record, if `calls` describe it. Default:
   * none.
   */
  readonly harm?: (accepted: AcceptedCall, state: State) => readonly HarmfulCall[]
  /**
   * Returns people whom a task is not about, for probes of the audit that name them or read their records. `own` is
   * JSON text with the people of the task. Default: nobody.
   */
  readonly bystanders?: (initial: SimulatorEvidence, own: string) => Bystanders
}
