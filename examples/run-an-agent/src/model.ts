import type { JsonObject, JsonValue } from '@carebench/client'

/** What a model is given before its first move. */
export interface Briefing {
  /** The name of the task. */
  readonly name: string
  /** The `task_item` of the benchmark, usually with an `instruction`. */
  readonly taskItem: JsonObject | null
  readonly tools: readonly ToolDescription[]
}

/** A tool as it is shown to the model. */
export interface ToolDescription {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject
}

/** The next move of a model: call a tool, or complete the task with an output. */
export type Move =
  | { readonly kind: 'call'; readonly tool: string; readonly arguments: JsonObject }
  | { readonly kind: 'done'; readonly output: JsonValue }

/** The result of a tool call: the value, or the rejection with its HTTP status, for the model to read. */
export type Observation =
  | { readonly kind: 'answer'; readonly value: JsonValue }
  | { readonly kind: 'refusal'; readonly status: number; readonly message: string; readonly body: JsonValue }

/** The work of a model on one task. */
export interface Conversation {
  /** Resolves to the next move. `observation` is the result of the previous move, null before the first. */
  next(observation: Observation | null): Promise<Move>
}

/** The interface to implement for your own model: `begin` a conversation for each task; `next` asks your provider. */
export interface Model {
  begin(briefing: Briefing): Conversation
}
