import type { Json } from '../worst/world.js'

/** A request of an agent to a system of its run. */
export interface AgentCall {
  readonly method: string
  /**
   * The group of the system, a key of the run's `endpoints` such as `fhir` or `portal@cascade`; also `mcp` or `wait`.
   */
  readonly group: string
  /** The path below the group, and the query. */
  readonly path?: string
  readonly type?: string
  readonly body?: string
}

export interface AgentResponse {
  readonly status: number
  readonly text: string
}

/** What an agent knows before its first call. */
export interface Knowledge {
  readonly taskItem: Json
  /** Paths by group. */
  readonly endpoints: Readonly<Record<string, string>>
  /** The OpenAPI document of the service. */
  readonly document: Json
}

/** The calls of an agent, each of which may depend on the response to the one before. */
export type AgentCalls = Generator<AgentCall, void, AgentResponse>

/** The calls of an agent in a task run, before it completes the task run. */
export interface Sequence {
  /** Describes the calls, for readers. */
  readonly name: string
  readonly benchmark: string
  /** The name of a task; default: the first. */
  readonly task?: string
  /** What the longest piece cost when it was first tried, such as `12.9 s`. */
  readonly before?: string
  calls(knowledge: Knowledge): AgentCalls
  /** The output that the task run is completed with; default: none. */
  readonly output?: Json
}
