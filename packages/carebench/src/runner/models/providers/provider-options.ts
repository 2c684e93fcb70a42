import type { SharedV3ProviderOptions } from '@ai-sdk/provider'
import type { JsonObject } from '@carebench/protocol'
import { findProvider } from './known-providers.js'

/** The settings of a model that each provider names differently. */
export interface ProviderChoices {
  readonly reasoningEffort?: string
  /** Whether a model thinks before it responds, or its token budget for thinking. */
  readonly thinking?: boolean | number
  /** Options with the names of the provider's package, or members of the request to an OpenAI-compatible server. */
  readonly options?: JsonObject
}

/** Thrown for a setting for which a provider has no option. */
export class ProviderOptionError extends Error {
  override readonly name = 'ProviderOptionError'
}

type Write<T> = (value: T) => JsonObject

const efforts: Readonly<Record<string, Write<string>>> = {
  anthropic: (effort) => ({ effort }),
  bedrock: (effort) => ({ reasoningConfig: { type: 'enabled', maxReasoningEffort: effort } }),
  google: (effort) => ({ thinkingConfig: { thinkingLevel: effort } }),
}

const gemini: Write<boolean | number> = (thinking) => ({
  // For Gemini, -1 means a budget of its own choice.
  thinkingConfig: { thinkingBudget: typeof thinking === 'number' ? thinking : thinking ? -1 : 0 },
})

const claude: Write<boolean | number> = (thinking) => {
  if (typeof thinking === 'number') return { thinking: { type: 'enabled', budgetTokens: thinking } }
  return { thinking: { type: thinking ? 'adaptive' : 'disabled' } }
}

const thoughts: Readonly<Record<string, Write<boolean | number>>> = {
  anthropic: claude,
  google: gemini,
  bedrock: (thinking) =>
    typeof thinking === 'number'
      ? { reasoningConfig: { type: 'enabled', budgetTokens: thinking } }
      : { reasoningConfig: { type: thinking ? 'adaptive' : 'disabled' } },
}

/**
 * Returns the options of a request in the provider's terms.
 *
 * @throws {ProviderOptionError} for a setting that the provider does not have
 */
export function writeProviderOptions(provider: string, choices: ProviderChoices): SharedV3ProviderOptions {
  const { reasoningEffort: effort, thinking, options = {} } = choices
  const name = findProvider(provider)?.optionsName ?? provider
  const own = {
    ...(effort !== undefined && (efforts[name] ?? ((reasoningEffort) => ({ reasoningEffort })))(effort)),
    ...(thinking !== undefined && writeThinking(name, thinking)),
  }
  const isOpenAi = name === 'openai' || name === 'azure'
  return {
    // The provider must not store tasks and responses.
    openai: { store: false },
    [name]: { ...(isOpenAi && { store: false }), ...own, ...options },
  }
}

function writeThinking(name: string, thinking: boolean | number): JsonObject {
  const write = thoughts[name]
  if (write !== undefined) return write(thinking)
  if (name === 'openai' || name === 'azure') {
    throw new ProviderOptionError(`${name} has no option for thinking but an effort: set reasoning_effort instead.`)
  }
  if (typeof thinking === 'boolean') return { chat_template_kwargs: { enable_thinking: thinking } }
  throw new ProviderOptionError(
    `An OpenAI-compatible server takes thinking as true or false, got ${thinking}. Set its own option, such as ` +
      `options.thinking_budget=${thinking}.`,
  )
}
