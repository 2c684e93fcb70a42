import type { JsonObject } from '@carebench/protocol'

/** The settings of a model; absent ones are left to the provider. */
export interface ModelSettings {
  readonly temperature?: number
  readonly topP?: number
  readonly maxOutputTokens?: number
  readonly seed?: number
  readonly reasoningEffort?: string
  /** Whether the model thinks before it responds, or its token budget for thinking. */
  readonly thinking?: boolean | number
  /** Options with the names of the provider's package, or members of the request to an OpenAI-compatible server. */
  readonly providerOptions?: JsonObject
}
