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
} from '@carebench/protocol'
import type { TSchema } from 'typebox'

/**
 * The time and the chance of one entry of the log, and the other systems of the environment. The same context and state
 * give the same outcome.
 */
export interface SimulatorContext {
  /** The playground's clock, RFC 3339 in UTC with milliseconds. */
  readonly at: string
  readonly random: Random
  /** Calls another system of the environment; only while a call is answered, absent where there are no others. */
  readonly ask?: Ask
  /** Asks something outside of the environment; only while a call is answered, absent where there is nothing outside. */
  readonly consult?: Consult
}

/** What can be outside of an environment: a reader of documents, a model that speaks for a persona. */
export type OutsidePort = 'read-document' | 'speak-as-persona'

/**
 * Asks something outside, and gets its answer, which is recorded with the call: a replay gets the same without asking.
 * Undefined if there is no such thing. It throws where the answer has to be waited for; a simulator lets that pass, and
 * is called again, from the same state, when the answer is there. What one asks depends on nothing but state and call.
 */
export type Consult = (port: OutsidePort, question: JsonObject) => JsonValue | undefined

/**
 * Calls another simulated system as an agent would, and gets its answer; undefined if the environment has none of this
 * type. What it changes and what happens in it belongs to the call that is being answered; a question that changes
 * nothing leaves no event. The one that is asked may ask in turn, but nobody who waits for its answer.
 */
export type Ask = (type: SimulatorType, group: string, call: SimulatorCall) => SimulatorResponse | undefined

export interface SimulatorResponse {
  readonly status: number
  /** Lower-case names. A JSON body without a content-type is sent as `application/json`. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: RecordedBody | null
  /**
   * Where in the text of the body, in UTF-16 code units, URLs begin that are relative to the group. Who carries the answer
   * to a caller puts the group's URL there; what is logged has none, and so is the same at any address.
   */
  readonly relativeUrls?: readonly number[]
}

/** Changes to a simulator's state, and what happened, not yet applied. */
export interface SimulatorChange<Effect> {
  readonly effects: readonly Effect[]
  readonly events: readonly RecordedEvent[]
}

export interface SimulatorOutcome<Effect> extends SimulatorChange<Effect> {
  readonly response: SimulatorResponse
}

/** A call of a script of noise, with the group that it comes under. */
export interface NoiseCall {
  readonly group: string
  readonly call: SimulatorCall
}

/**
 * Calls that make no sense and are taken all the same: given the answer to each call, the next one. Every endpoint that
 * is there is touched once, those that act on a record with one of the script's own. What a criterion gives for this, it
 * gives for nothing.
 */
export type NoiseScript = Generator<NoiseCall, void, SimulatorResponse>

/** What a simulator contributes to the evidence of a playground. The FHIR part is the store itself, not a copy. */
export interface SimulatorEvidence extends Omit<EvidenceState, 'fhir' | 'events' | 'systems'> {
  readonly fhir?: FhirStore
  /** What those contribute that are not the first of their type, by key; only in the evidence of a whole playground. */
  readonly systems?: Readonly<Record<string, SimulatorEvidence>>
  /** The parts of systems of your own, by name. */
  readonly [part: string]: unknown
}

/** A dataset as a simulator is seeded with it: the chain of ancestors is already resolved, oldest first. */
export interface SeedDataset {
  readonly type: DatasetType
  readonly config: JsonValue
}

/**
 * How a simulated system behaves. Its state is the fold of effects over a seeded base:
 *
 * - `seed` builds a base once for a published version; `fork` makes a playground's copy of it, copy-on-write.
 * - `handle`, `due` and `inject` are synchronous and pure: they read the state and return what would change.
 * - `apply` carries out one effect; the host calls it after the log entry has been accepted.
 *
 * @typeParam State - the running state; never shared between playgrounds
 * @typeParam Effect - a JSON value; what the log records
 */
export interface Simulator<Config extends JsonObject, State, Effect extends JsonValue> {
  /** Request headers that it reads, lower case; others are neither recorded nor seen. */
  readonly headers: readonly string[]
  /** Schema of its configuration. */
  readonly configSchema: TSchema
  /** Types of the scenario steps that `inject` takes. */
  readonly scenarioSteps: readonly string[]
  seed(config: Config, datasets: readonly SeedDataset[], context: SimulatorContext): State
  fork(state: State): State
  /**
   * Takes the URL of the group out of a call where it refers to things of this system, so that what is recorded is the same
   * at any address. `urls` are what the group is reached under, ending in a slash. Absent where no call refers by URL.
   */
  readonly localize?: (call: SimulatorCall, urls: readonly string[]) => SimulatorCall
  /** Answers a call. `group` is the path segment it came under. Never throws on what a caller sends. */
  handle(state: State, group: string, call: SimulatorCall, context: SimulatorContext): SimulatorOutcome<Effect>
  /** What has become due up to `context.at` and has not been applied, earliest first. */
  due(state: State, context: SimulatorContext): SimulatorChange<Effect>
  /** Carries out a scenario step of one of `scenarioSteps`. Throws an Error whose message names what is wrong with the step. */
  inject(state: State, step: ScenarioStep, context: SimulatorContext): SimulatorChange<Effect>
  apply(state: State, effect: Effect): void
  evidence(state: State): SimulatorEvidence
  /** Calls that earn nothing where a benchmark is sound: valid ones, without sense, that touch every endpoint. */
  noise(config: Config): NoiseScript
}
