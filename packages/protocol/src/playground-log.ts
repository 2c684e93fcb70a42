import type { Actor } from './evidence.js'
import type { JsonObject, JsonValue } from './json.js'

/** A body as it is recorded: a JSON value, text, or bytes in base64. */
export type RecordedBody = { readonly json: JsonValue } | { readonly text: string } | { readonly base64: string }

/** A call that reached a simulator. */
export interface SimulatorCall {
  /** Upper case. */
  readonly method: string
  /** Below the prefix of the simulator's group, without a leading slash, percent-encoding kept: `Patient/123`. */
  readonly path: string
  /** Without the question mark; empty if there is none. */
  readonly query: string
  /** Lower-case names; only the headers that the simulator reads. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: RecordedBody | null
}

/** A step of a task's scenario (`{type, …}`), carried out before the agent begins. */
export interface ScenarioStep extends JsonObject {
  readonly type: string
}

/** The key of the system that a step is for; undefined if it is for the first that takes its type. */
export function systemOfStep({ system }: ScenarioStep): string | undefined {
  return typeof system === 'string' ? system : undefined
}

/** One change of one simulator's state. Its shape belongs to the simulator. */
export interface RecordedEffect {
  /** The type of the simulator, with the key of one that is not the first of its type: `Fax`, `Fax@imaging`. */
  readonly simulator: string
  readonly effect: JsonValue
}

/** Something that happened, for the criteria that read the order of events. */
export interface RecordedEvent {
  readonly type: string
  readonly data: JsonValue
  /** When it happened, if that was before the entry was written (a determination that had become due). */
  readonly at?: string
}

/** An event with the simulator in which it happened, named as in effects. */
export interface LoggedEvent extends RecordedEvent {
  readonly simulator: string
}

/** What an entry of the log stands for. */
export type LoggedAction =
  | {
      readonly kind: 'call'
      /** Named as in effects. */
      readonly simulator: string
      /** The path segment of the group that the call came under, for example `fhir`. */
      readonly group: string
      readonly call: SimulatorCall
    }
  | { readonly kind: 'scenario'; readonly step: ScenarioStep }
  | { readonly kind: 'seal' }

/** What was answered from outside of the environment while a call was carried out: by a reader of documents, or a model. */
export interface RecordedAnswer {
  readonly port: string
  /** SHA-256 (hex) of the question. */
  readonly question: string
  readonly answer: JsonValue
}

/**
 * One entry of a playground's log. The state of a playground is the fold of the effects of its entries over the seeded
 * base; nothing follows a seal.
 */
export interface LogEntry {
  /** 1, 2, 3, … without gaps. */
  readonly seq: number
  /** The playground's clock, RFC 3339. */
  readonly at: string
  readonly actor: Actor
  readonly action: LoggedAction
  readonly effects: readonly RecordedEffect[]
  readonly events: readonly LoggedEvent[]
  /** Status and SHA-256 (hex) of the body that was answered; null where nothing is answered. */
  readonly response: { readonly status: number; readonly digest: string } | null
  /** What came from outside; left out where nothing was asked. */
  readonly answers?: readonly RecordedAnswer[]
  /** The version of the simulators that wrote it. */
  readonly engine: string
}
