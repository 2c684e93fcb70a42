import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { Ended } from './ended.js'
import type { Surface } from './surface.js'
import type { Cost, Usage } from './usage.js'

/** Gives back what was reserved; later calls do nothing. */
export type Release = () => void

/** What a check of an agent found out, if it can work. */
export interface AgentCheck {
  /** For people: `anthropic/claude-x answers and calls tools`. */
  readonly message: string
  readonly cost: Cost | null
  /**
   * The provider does not report what it used, or not all of it: no limit of tokens or of the cost would ever end a
   * trial.
   */
  readonly isUsageUnknown?: true
}

/** Something that works on tasks: a model in a loop, a process, a service, or a function. */
export interface Agent {
  /** Unique within a run; names its folder: letters, digits, `.`, `_` and `-`. */
  readonly name: string
  /** `reference` is no agent: it replays what the benchmark records as right, to check a set-up. */
  readonly kind: 'model' | 'command' | 'http' | 'module' | 'mcp' | 'reference'
  /** By what it reaches the systems. Default: `tools` for an agent over MCP, else `http`. */
  readonly surface?: Surface
  /** Everything that decides what the agent does. It is hashed into the lock and written to the results: no secrets. */
  readonly identity: JsonObject
  /**
   * What keeps the agent from the rest of the machine, for the results: `none`, `bwrap`, `model` (no code runs),
   * `remote`, `reference` (no agent at all).
   */
  readonly isolation: string
  /**
   * Milliseconds that the agent may need to end after `trial.signal` is aborted; default 2,500. It is stopped as much
   * earlier before the deadline of its task, but has at least half of the time.
   */
  readonly grace?: number
  /**
   * Checks cheaply, before the first trial, that the agent can work at all. Rejects with a `TrialStopError` that says
   * why it cannot, and with the reason of the signal when that is aborted. Absent: there is nothing to check.
   */
  check?(signal: AbortSignal): Promise<AgentCheck>
  /**
   * Waits until the agent can begin, for example for a connection to its provider. It is called before the task is
   * started, so that waiting takes none of the time of the trial. `run` may give the reservation back; the runner does
   * so after the trial. Absent: the agent can always begin.
   */
  reserve?(signal: AbortSignal): Promise<Release>
  /**
   * Works on one trial and says how it ended. It settles soon after `trial.signal` is aborted. A promise that rejects
   * with a `TrialStopError` ends the trial as that says; any other rejection is a crash of the agent, which is scored.
   */
  run(trial: Trial, reserved?: Release): Promise<AgentEnd>
}

/** By what an agent reaches the systems. */
export function findSurface({ surface, kind }: Pick<Agent, 'surface' | 'kind'>): Surface {
  return surface ?? (kind === 'mcp' ? 'tools' : 'http')
}

/** One attempt of one agent at one task, as the agent sees it. */
export interface Trial {
  /** Unique within a run, for logs and conversation ids; it says nothing about the task. */
  readonly id: string
  readonly task: {
    readonly name: string
    /** The instruction and the inputs, as the author of the benchmark wrote them. */
    readonly item: JsonValue
  }
  /**
   * Address of the trial's proxy on loopback, plain HTTP, without a slash at the end. Below it are the paths of `/v1`,
   * for this trial only: the token is also taken as that of a Solver, creating a run and starting its task answer the
   * run that is there, and completing it stores the output and ends the trial. No response has a verdict.
   */
  readonly baseUrl: string
  /** Bearer token of the proxy. It is worth nothing anywhere else, and nothing after the trial. */
  readonly token: string
  /** Addresses of the systems behind the proxy, by group: `fhir`, `portal`, `faxes@imaging`. */
  readonly endpoints: Readonly<Record<string, string>>
  /** Address of the MCP server of the trial behind the proxy (Streamable HTTP). Its `submit` ends the trial. */
  readonly mcpUrl: string
  /**
   * Where a POST with the token returns `{url, expires_at}`: a link, below `baseUrl`, that opens the workstation of the
   * task once. Submitting there ends the trial.
   */
  readonly workstationUrl: string
  /**
   * Where a service may post what it hands in, with the token, instead of answering with it: that ends the trial too.
   */
  readonly callbackUrl: string
  /** A PEM file that the client of the agent must trust; absent as long as the proxy speaks plain HTTP. */
  readonly caFile?: string
  readonly limits: TrialLimits
  /** When the task times out, RFC 3339. */
  readonly deadlineAt: string
  /** The same for the same run seed, task and trial number, whichever the agent: a whole number from 0 to 2^53 - 1. */
  readonly seed: number
  /** Aborted when the trial must end; its reason is a `TrialStopError`. */
  readonly signal: AbortSignal
  /** Aborted when the agent has submitted through the proxy: no further call is taken, and the output is stored. */
  readonly submitted: AbortSignal
  /**
   * Aborted when the agent has listed the tools of the trial over MCP, or made another call that could tell it about
   * the task. Until then an agent over MCP knows nothing of the task.
   */
  readonly connected: AbortSignal
  /** An empty folder for files of the agent, kept with the results. */
  readonly folder: string
  /** Reports what happens while it happens: for progress, budgets, and time that was not the agent's. */
  readonly note: (event: TrialEvent) => void
}

/** What an agent may use in a trial. An absent limit is none. */
export interface TrialLimits {
  /** Requests to the model. */
  readonly steps?: number
  /** Calls in a row that fail. */
  readonly toolErrors?: number
  /** Tokens of all requests. */
  readonly tokens?: { readonly total?: number; readonly input?: number; readonly output?: number }
  /** US dollars. */
  readonly cost?: number
  /** Characters of one observation; what is longer is cut, with a marker. */
  readonly observation?: number
  /** Seconds from the start; never more than the benchmark's own time limit. */
  readonly timeout?: number
}

/** What an agent reports while it works. Times are in milliseconds. */
export type TrialEvent =
  /** A request to a model was answered; `usage` and `cost` are of this request. */
  | {
      readonly kind: 'model'
      readonly ms: number
      readonly usage: Usage | null
      readonly cost: Cost | null
      /** What the model said, for people who watch. */
      readonly text?: string
    }
  /** A part of an answer of a model has arrived, about a token. */
  | { readonly kind: 'answering' }
  /** A call of a tool was answered. */
  | { readonly kind: 'tool'; readonly ms: number; readonly isError: boolean }
  /** The agent waited for a provider: a rate limit, or a retry of a failed request. */
  | { readonly kind: 'throttled'; readonly ms: number }

/** How an agent ended. */
export interface AgentEnd {
  /** The output to hand in; absent if there is none, or if the agent submitted through the proxy. */
  readonly output?: JsonValue
  readonly ended: Ended
  readonly usage: Usage | null
  readonly cost: Cost | null
  readonly trajectory?: Trajectory
  readonly counts: AgentCounts
  /** Which model answered, for the results; null if the agent does not say. */
  readonly model?: AgentModel | null
}

export interface AgentCounts {
  readonly steps: number
  readonly llmCalls: number
  readonly toolCalls: number
  /** Calls that the systems refused, or that failed. */
  readonly toolErrors: number
  /** Calls of unknown tools, and calls whose arguments fit no schema. */
  readonly invalidToolCalls: number
}

export interface AgentModel {
  readonly requested: string
  /** The models that the provider says have answered, each once. */
  readonly responded: readonly string[]
  readonly provider: string
  readonly baseUrlHost: string | null
  readonly responseIds: readonly string[]
}

/** A trajectory in the Agent Trajectory Interchange Format (ATIF), version 1.7. */
export interface Trajectory extends JsonObject {
  readonly schema_version: 'ATIF-v1.7'
  readonly agent: JsonObject
  readonly steps: readonly JsonObject[]
}
