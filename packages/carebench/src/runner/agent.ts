import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { Ended } from './ended.js'
import type { Surface } from './surface.js'
import type { Cost, Usage } from './usage.js'

/** Releases a reservation; later calls do nothing. */
export type Release = () => void

/** The result of a successful check of an agent. */
export interface AgentCheck {
  /** For people: `anthropic/claude-x answers and calls tools`. */
  readonly message: string
  readonly cost: Cost | null
  /** True if the provider does not report all usage, so that limits of tokens or cost could not end a trial. */
  readonly isUsageUnknown?: true
}

/** An agent: a model in a loop, a process, a service, a function, or a person. */
export interface Agent {
  /** Unique within a run; names its folder: letters, digits, `.`, `_` and `-`. */
  readonly name: string
  /** `reference` is not an agent: it replays the recorded solutions of the benchmark, to check a set-up. */
  readonly kind: 'model' | 'command' | 'http' | 'module' | 'mcp' | 'human' | 'reference'
  /** How it reaches the systems. Default: `tools` for an agent over MCP, else `http`. */
  readonly surface?: Surface
  /** Everything that decides what the agent does. It is hashed into the lock and written to the results: no secrets. */
  readonly identity: JsonObject
  /**
   * How the agent is isolated from the machine, for the results: `none`, `bwrap`, `model` (no code runs), `remote`,
   * `reference` (no agent at all), `person`, or `scripted` (a script in the place of a person).
   */
  readonly isolation: string
  /**
   * Milliseconds that the agent may need to end after `trial.signal` is aborted; default 2,500, less for short tasks.
   * It is stopped twice that long before the deadline of its task, but always gets at least half of the time.
   */
  readonly grace?: number
  /**
   * Checks cheaply, before the first trial, that the agent can work at all. Rejects with a `TrialStopError` that says
   * why it cannot, or with the signal's reason when it aborts. Absent if there is nothing to check.
   */
  check?(signal: AbortSignal): Promise<AgentCheck>
  /**
   * Waits until the agent can begin, for example for a connection to its provider. It is called before the task is
   * started, so that waiting does not use up the trial's time. `run` may release the reservation; otherwise the runner
   * does so after the trial. Absent if the agent can always begin.
   */
  reserve?(signal: AbortSignal): Promise<Release>
  /**
   * Works on one trial and resolves with how it ended. Must settle soon after `trial.signal` is aborted. A rejection
   * with a `TrialStopError` ends the trial with that error's reason; any other rejection is a crash of the agent, which
   * is scored.
   */
  run(trial: Trial, reserved?: Release): Promise<AgentEnd>
}

/** Returns how an agent reaches the systems. */
export function findSurface({ surface, kind }: Pick<Agent, 'surface' | 'kind'>): Surface {
  return surface ?? (kind === 'mcp' ? 'tools' : 'http')
}

/** One attempt of one agent at one task, as the agent sees it. */
export interface Trial {
  /** Unique within a run, for logs and conversation ids: `<agent>/<task>/<trial>/<attempt>`. */
  readonly id: string
  readonly task: {
    readonly name: string
    /** The instruction and the inputs, as the author of the benchmark wrote them. */
    readonly item: JsonValue
  }
  /**
   * Address of the trial's proxy on loopback, plain HTTP, without a slash at the end. Below it are the paths of `/v1`,
   * for this trial only: the token also works as a Solver key, creating a run and starting its task return the existing
   * run, and completing it stores the output and ends the trial. No response contains a verdict.
   */
  readonly baseUrl: string
  /** Bearer token of the proxy. It is useless anywhere else, and after the trial. */
  readonly token: string
  /** Addresses of the systems behind the proxy, by group: `fhir`, `portal`, `faxes@imaging`. */
  readonly endpoints: Readonly<Record<string, string>>
  /** Address of the MCP server of the trial behind the proxy (Streamable HTTP). Its `submit` ends the trial. */
  readonly mcpUrl: string
  /**
   * The address at which a POST with the token returns `{url, expires_at}`: a link below `baseUrl` that opens the
   * workstation of the task once. Submitting there ends the trial.
   */
  readonly workstationUrl: string
  /**
   * The address at which a service may post its submission with the token, instead of returning it; this also ends the
   * trial.
   */
  readonly callbackUrl: string
  /** A PEM file that the agent's client must trust; absent while the proxy speaks plain HTTP. */
  readonly caFile?: string
  readonly limits: TrialLimits
  /** When the agent is stopped, RFC 3339; a little before the task times out. */
  readonly deadlineAt: string
  /** A whole number from 0 to 2^53 - 1, determined by run seed, task and trial number, and equal for all agents. */
  readonly seed: number
  /** Aborted when the trial must end; its reason is a `TrialStopError`. */
  readonly signal: AbortSignal
  /** Aborted when the agent has submitted through the proxy: the output is stored, and further calls are rejected. */
  readonly submitted: AbortSignal
  /**
   * Aborted when the agent has listed the trial's tools over MCP, or made another call that could reveal the task.
   * Until then, an agent over MCP knows nothing about the task.
   */
  readonly connected: AbortSignal
  /** An empty folder for files of the agent, kept with the results. */
  readonly folder: string
  /** Reports events as they happen: for progress, budgets, and time that is not the agent's. */
  readonly note: (event: TrialEvent) => void
}

/** The limits of an agent in a trial; an absent member means no limit, or for models the default. */
export interface TrialLimits {
  /** Maximum number of requests to the model. */
  readonly steps?: number
  /** Maximum number of consecutive failed calls. */
  readonly toolErrors?: number
  /** Maximum number of tokens of all requests. */
  readonly tokens?: { readonly total?: number; readonly input?: number; readonly output?: number }
  /** Maximum cost in US dollars. */
  readonly cost?: number
  /** Maximum length of an observation in characters; longer ones are cut, with a marker. */
  readonly observation?: number
  /** Maximum seconds from the start; the benchmark's own time limit applies too. */
  readonly timeout?: number
}

/** An event that an agent reports while it works. Times are in milliseconds. */
export type TrialEvent =
  /** A request to a model got a response; `usage` and `cost` are those of this request. */
  | {
      readonly kind: 'model'
      readonly ms: number
      readonly usage: Usage | null
      readonly cost: Cost | null
      /** The text of the model, for people who watch. */
      readonly text?: string
    }
  /** A part of a model's response has arrived, about one token. */
  | { readonly kind: 'answering' }
  /** A tool call got a result. */
  | { readonly kind: 'tool'; readonly ms: number; readonly isError: boolean }
  /** The agent waited for a provider: a rate limit, or a retry of a failed request. */
  | { readonly kind: 'throttled'; readonly ms: number }
  /** A person worked: the page had the focus, and recent input. */
  | { readonly kind: 'active'; readonly ms: number }

/** How an agent ended. */
export interface AgentEnd {
  /** The output to submit; absent if there is none, or if the agent submitted through the proxy. */
  readonly output?: JsonValue
  readonly ended: Ended
  readonly usage: Usage | null
  readonly cost: Cost | null
  readonly trajectory?: Trajectory
  /** Why a trajectory that the agent submitted cannot be kept. */
  readonly trajectoryError?: string
  readonly counts: AgentCounts
  /** The model that responded, for the results; null if the agent does not say. */
  readonly model?: AgentModel | null
}

/** What an agent did in a trial, in numbers. */
export interface AgentCounts {
  readonly steps: number
  readonly llmCalls: number
  readonly toolCalls: number
  /** Number of calls that the systems rejected, or that failed. */
  readonly toolErrors: number
  /** Number of calls of unknown tools, or with arguments that do not match the schema. */
  readonly invalidToolCalls: number
}

/** The model of an agent, as requested and as its provider reports it. */
export interface AgentModel {
  readonly requested: string
  /** The models that responded according to the provider, each once. */
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
