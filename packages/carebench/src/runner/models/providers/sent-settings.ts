import type { LanguageModelV3, LanguageModelV3CallOptions, SharedV3Warning } from '@ai-sdk/provider'
import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { exchanges } from '../wire/exchange.js'
import type { ModelSettings } from './model-settings.js'
import { writeProviderOptions } from './provider-options.js'

/** How a provider's package sends the settings of a model. */
export interface SentSettings {
  /** The request without the model, the conversation and the tools; null if unknown. */
  readonly sent: JsonObject | null
  /** The names of settings that do not change the request, or are sent with another value. */
  readonly dropped: readonly (keyof ModelSettings)[]
}

/** Members of a request that are not settings. */
const notSettings = new Set(
  (
    'model messages input contents system systemInstruction instructions tools tool_choice toolChoice toolConfig ' +
    'stream'
  ).split(' '),
)

/** The settings whose values are sent unchanged. */
const literal: readonly (keyof ModelSettings)[] = ['temperature', 'topP', 'seed']

/** Returns the settings of a call in the terms of the provider interface. */
export function callSettings(provider: string, settings: ModelSettings) {
  const { reasoningEffort, thinking, providerOptions: options, ...rest } = settings
  const choices = {
    ...(reasoningEffort !== undefined && { reasoningEffort }),
    ...(thinking !== undefined && { thinking }),
    ...(options !== undefined && { options }),
  }
  return { ...rest, providerOptions: writeProviderOptions(provider, choices) }
}

/**
 * Determines what a model opened by {@link openModel} would send, without sending it. A setting that does not change
 * the request is dropped by the provider's package.
 */
export async function readSentSettings(
  model: LanguageModelV3,
  provider: string,
  settings: ModelSettings,
): Promise<SentSettings> {
  const sent = await readRequest(model, callSettings(provider, settings))
  if (sent === undefined) return { sent: null, dropped: [] }
  const dropped: (keyof ModelSettings)[] = []
  for (const name of Object.keys(settings) as (keyof ModelSettings)[]) {
    const { [name]: value, ...others } = settings
    const without = await readRequest(model, callSettings(provider, others))
    const isThere = listLeaves(sent).includes(JSON.stringify(value))
    const isSame = JSON.stringify(without) === JSON.stringify(sent)
    if (!isThere && (isSame || literal.includes(name))) dropped.push(name)
  }
  return { sent, dropped }
}

/** The names under which the packages of providers warn about a setting. */
const warned: Readonly<Record<keyof ModelSettings, RegExp>> = {
  temperature: /^temperature$/,
  topP: /^topP$/,
  maxOutputTokens: /^maxOutputTokens$/,
  seed: /^seed$/,
  reasoningEffort: /effort|thinkingLevel/i,
  thinking: /thinking/i,
  providerOptions: /^providerOptions\./,
}

/** Returns the package's warnings about settings that it did not send unchanged. */
export function warningsAbout(settings: ModelSettings, warnings: readonly SharedV3Warning[]): readonly string[] {
  const names = Object.keys(settings) as (keyof ModelSettings)[]
  return warnings.flatMap((warning) => {
    if (warning.type === 'other') return []
    const { feature, details } = warning
    return names.some((name) => warned[name].test(feature)) ? [details ?? `${feature} is not supported`] : []
  })
}

async function readRequest(
  model: LanguageModelV3,
  settings: Omit<LanguageModelV3CallOptions, 'prompt'>,
): Promise<JsonObject | undefined> {
  let request: JsonObject | undefined
  const about = {
    own: [],
    onProgress: () => undefined,
    onAnswer: () => undefined,
    onRequest(body: JsonObject) {
      request = Object.fromEntries(Object.entries(body).filter(([name]) => !notSettings.has(name)))
    },
  }
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: '?' }] }]
  await exchanges.run(about, async () => model.doGenerate({ ...settings, prompt })).catch(() => undefined)
  return request
}

function listLeaves(value: JsonValue | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(listLeaves)
  if (isJsonObject(value)) return Object.values(value).flatMap(listLeaves)
  return [JSON.stringify(value)]
}
