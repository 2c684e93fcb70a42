import type { JsonObject } from '@carebench/protocol'

/** How a model is asked; what is absent is left to the provider. */
export interface ModelSettings {
  readonly temperature?: number
  readonly topP?: number
  readonly maxOutputTokens?: number
  readonly seed?: number
  readonly reasoningEffort?: string
  /** Whether the model thinks before it answers, or with how many tokens. */
  readonly thinking?: boolean | number
  /** Options in the words of the provider's package, or members of the request to an OpenAI-compatible server. */
  readonly providerOptions?: JsonObject
}
