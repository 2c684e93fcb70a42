import type { JsonObject, JsonValue } from '@carebench/client'

/** What a model gets to know before its first move. */
export interface Briefing {
  /** The name of the task. */
  readonly name: string
  /** What is to be done, as the benchmark words it. */
  readonly taskItem: JsonObject | null
  readonly tools: readonly ToolDescription[]
}

/** A tool as a model is told of it. */
export interface ToolDescription {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject
}

/** What a model wants next: a tool called, or the task handed in with its own answer. */
export type Move =
  | { readonly kind: 'call'; readonly tool: string; readonly arguments: JsonObject }
  | { readonly kind: 'done'; readonly output: JsonValue }

/** What came of a call: the answer, or the refusal that the model should read. */
export type Observation =
  | { readonly kind: 'answer'; readonly value: JsonValue }
  | { readonly kind: 'refusal'; readonly status: number; readonly message: string; readonly body: JsonValue }

/** The work of a model on one task. */
export interface Conversation {
  /** The next move; `observation` is what came of the move before, null at the beginning. */
  next(observation: Observation | null): Promise<Move>
}

/** The port for a model of your own: begin a conversation for each task, ask your provider in `next`. */
export interface Model {
  begin(briefing: Briefing): Conversation
}
