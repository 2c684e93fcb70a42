import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { Trajectory } from '../agent.js'
import type { Cost, Usage } from '../usage.js'

/** The agent of a trajectory. */
export interface TrajectoryAgent {
  readonly name: string
  readonly version: string
  readonly modelName: string
  /** OpenAI's form: `{type: "function", function: {name, description, parameters}}`. */
  readonly toolDefinitions: readonly JsonObject[]
  readonly extra: JsonObject
}

/** One response of a model, with the results of its calls. */
export interface AgentStep {
  /** RFC 3339; absent if it is not known. */
  readonly at?: string
  /** The model that responded, if it is not the requested one. */
  readonly modelName?: string
  readonly message: string
  readonly reasoning?: string
  readonly calls: readonly StepCall[]
  /** Why the response ended, in the terms of the provider interface: `tool-calls`, `stop`, `length`. */
  readonly finishReason: string
  /** The same in the provider's terms: `max_tokens`, `SAFETY`. */
  readonly rawFinishReason?: string
  readonly usage: Usage | null
  readonly cost: Cost | null
}

export interface StepCall {
  readonly id: string
  readonly name: string
  readonly arguments: JsonObject
  /** Absent if the call was not run. */
  readonly result?: {
    readonly content: string
    readonly extra: JsonObject
  }
}

/** Writes a trajectory in the format ATIF 1.7, step by step. */
export class TrajectoryBuilder {
  readonly #steps: JsonObject[] = []
  readonly #agent: TrajectoryAgent
  readonly #sessionId: string

  constructor(agent: TrajectoryAgent, sessionId: string) {
    this.#agent = agent
    this.#sessionId = sessionId
  }

  /** Adds one of the first messages shown to the model. */
  addMessage(source: 'system' | 'user', message: string): void {
    this.#add({ source, message })
  }

  addAnswer({ at, modelName, message, reasoning, calls, finishReason, rawFinishReason, usage, cost }: AgentStep): void {
    const metrics = {
      ...known('prompt_tokens', usage?.input),
      ...known('completion_tokens', usage?.output),
      ...known('cached_tokens', usage?.cached),
      ...known('cost_usd', cost?.usd),
      ...(usage?.reasoning != null && { extra: { reasoning_tokens: usage.reasoning } }),
    }
    const results = calls.flatMap(({ id, result }) =>
      result === undefined ? [] : [{ source_call_id: id, content: result.content, extra: result.extra }],
    )
    this.#add({
      source: 'agent',
      ...known('timestamp', at),
      ...(modelName !== undefined && { model_name: modelName }),
      message,
      ...(reasoning !== undefined && { reasoning_content: reasoning }),
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ id, name, arguments: args }) => ({
          tool_call_id: id,
          function_name: name,
          arguments: args,
        })),
      }),
      ...(results.length > 0 && { observation: { results } }),
      ...(Object.keys(metrics).length > 0 && { metrics }),
      llm_call_count: 1,
      extra: { finish_reason: finishReason, ...known('raw_finish_reason', rawFinishReason) },
    })
  }

  /** Returns the trajectory so far with the totals; leaves out unknown totals. */
  build(usage: Usage | null, cost: Cost | null, extra: JsonObject): Trajectory {
    const { name, version, modelName, toolDefinitions, extra: about } = this.#agent
    return {
      schema_version: 'ATIF-v1.7',
      session_id: this.#sessionId,
      agent: { name, version, model_name: modelName, tool_definitions: toolDefinitions, extra: about },
      steps: this.#steps,
      final_metrics: {
        ...known('total_prompt_tokens', usage?.input),
        ...known('total_completion_tokens', usage?.output),
        ...known('total_cached_tokens', usage?.cached),
        ...known('total_cost_usd', cost?.usd),
        total_steps: this.#steps.length,
      },
      extra,
    }
  }

  #add(step: JsonObject): void {
    this.#steps.push({ step_id: this.#steps.length + 1, ...step })
  }
}

/** Returns an object with one member; an empty one if the value is unknown. */
function known(name: string, value: JsonValue | undefined): JsonObject {
  return value === undefined || value === null ? {} : { [name]: value }
}
