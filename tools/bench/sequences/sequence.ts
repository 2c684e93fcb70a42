import type { Json } from '../worst/world.js'

/** A request that an agent makes below its run. */
export interface AgentCall {
  readonly method: string
  /**
   * The group of its system, as `endpoints` of the run has it: `fhir`, `portal@cascade`; `mcp` and `wait` are below
   * the run.
   */
  readonly group: string
  /** What follows the path of the group. */
  readonly path?: string
  readonly type?: string
  readonly body?: string
}

export interface AgentResponse {
  readonly status: number
  readonly text: string
}

/** What an agent knows before it does anything. */
export interface Knowledge {
  readonly taskItem: Json
  /** Paths by group. */
  readonly endpoints: Readonly<Record<string, string>>
  /** The OpenAPI document of the service. */
  readonly document: Json
}

/** The calls of an agent, each of which may depend on the response to the one before. */
export type AgentCalls = Generator<AgentCall, void, AgentResponse>

/** What an agent does in a task run before it completes it. */
export interface Sequence {
  /** What is done, for readers. */
  readonly name: string
  readonly benchmark: string
  /** The name of a task; default: the first. */
  readonly task?: string
  /** What it cost when it was first tried. */
  readonly before?: string
  calls(knowledge: Knowledge): AgentCalls
  /** The output that the task run is completed with; default: none. */
  readonly output?: Json
}
