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

/** A step of a task's scenario (`{type, …}`), executed before the agent starts, or when it falls due. */
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

/** An event, for criteria about the order of events. */
export interface RecordedEvent {
  readonly type: string
  readonly data: JsonValue
  /** The records that leave the environment with it, as they are at this moment. Absent if there are none. */
  readonly outward?: readonly RecordAtEvent[]
  /** The records that it removed, if they were created in the environment. Absent if there are none. */
  readonly removed?: readonly RecordAtEvent[]
  /** What the call would have sent if the system had not refused it. Absent if there is nothing of the kind. */
  readonly refused?: readonly RecordAtEvent[]
  /** The records that the call returned to its caller. Absent if there are none. */
  readonly returned?: readonly ReturnedRecords[]
  /** The time of the event, if it is before that of the entry (for example a determination that became due). */
  readonly at?: string
}

/** An event with the simulator in which it happened, named as in effects. */
export interface LoggedEvent extends RecordedEvent {
  readonly simulator: string
}

/**
 * What the log keeps of the body of a refused call that had no consequences, if it has more than 4096 characters: the
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
      /** The path segment of the group that the call came under, for example `fhir`. */
      readonly group: string
      readonly call: LoggedCall
    }
  | {
      readonly kind: 'scenario'
      readonly step: ScenarioStep
      /** The position of the step in the scenario, if it came after the agent had started. */
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
