import type { Actor, RecordAtEvent, ReturnedRecords } from './evidence.js'
import type { JsonObject, JsonValue } from './json/json.js'

/** A recorded body: a JSON value, text, or bytes in base64. */
export type RecordedBody = { readonly json: JsonValue } | { readonly text: string } | { readonly base64: string }

/** A call that reached a simulator. */
export interface SimulatorCall {
  /** Upper case. */
  readonly method: string
  /** The path below that of the simulator's group, without a leading slash, percent-encoded: `Patient/123`. */
  readonly path: string
  /** Without the question mark; empty if there is none. */
  readonly query: string
  /** Lower-case names; only the headers that the simulator reads. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: RecordedBody | null
}

/** A step of a task's scenario (`{type, …}`), run before the agent starts or when the step falls due. */
export interface ScenarioStep extends JsonObject {
  readonly type: string
}

/** Returns the key of the system that the step is for; undefined for the first system that takes its type. */
export function systemOfStep({ system }: ScenarioStep): string | undefined {
  return typeof system === 'string' ? system : undefined
}

/** One change of one simulator's state. The simulator defines its shape. */
export interface RecordedEffect {
  /** The type of the simulator, with the key of one that is not the first of its type: `Fax`, `Fax@imaging`. */
  readonly simulator: string
  readonly effect: JsonValue
}

/** An event, read by criteria on the order of events. */
export interface RecordedEvent {
  readonly type: string
  readonly data: JsonValue
  /** The records that the event sends out of the environment, as they are at this moment. Absent if there are none. */
  readonly outward?: readonly RecordAtEvent[]
  /** The records that the event removed, if they were created in the environment. Absent if there are none. */
  readonly removed?: readonly RecordAtEvent[]
  /** The records that the refused call would have sent. Absent if there are none. */
  readonly refused?: readonly RecordAtEvent[]
  /** The records that the call returned to its caller. Absent if there are none. */
  readonly returned?: readonly ReturnedRecords[]
  /** The time of the event, if it is earlier than the entry's (for example for a determination that became due). */
  readonly at?: string
}

/** An event with its simulator, named as in effects. */
export interface LoggedEvent extends RecordedEvent {
  readonly simulator: string
}

/**
 * The form in which the log keeps a body of more than 4096 characters if the call was refused and had no effect: the
 * SHA-256 (hex) and the length of its text, and the first 4096 characters.
 */
export interface RefusedBody {
  readonly refused: { readonly digest: string; readonly length: number; readonly head: string }
}

/** A call as the log keeps it. */
export interface LoggedCall extends Omit<SimulatorCall, 'body'> {
  readonly body: RecordedBody | RefusedBody | null
}

/** The action that an entry of the log records. */
export type LoggedAction =
  | {
      readonly kind: 'call'
      /** Named as in effects. */
      readonly simulator: string
      /** The path segment of the group that was called, for example `fhir`. */
      readonly group: string
      readonly call: LoggedCall
    }
  | {
      readonly kind: 'scenario'
      readonly step: ScenarioStep
      /** The position of the step in the scenario, if it arrived after the agent had started. */
      readonly arrival?: number
    }
  | { readonly kind: 'wait' }
  | { readonly kind: 'seal' }

/** A response of an external service (a document reader or a model) during a call. */
export interface RecordedAnswer {
  readonly port: string
  /** SHA-256 (hex) of the question. */
  readonly question: string
  readonly answer: JsonValue
}

/**
 * One entry of a playground's log. The state of a playground is the seeded base with the effects of all its entries
 * applied; nothing follows a seal.
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
  /** Status and SHA-256 (hex) of the response body; null for entries without a response. */
  readonly response: { readonly status: number; readonly digest: string } | null
  /** Responses of external services; absent if none was called. */
  readonly answers?: readonly RecordedAnswer[]
  /** The engine version of the simulators that wrote it. */
  readonly engine: string
}
