import type { LanguageModelV3 } from '@ai-sdk/provider'
import { createWireFetch } from './wire/wire-fetch.js'

/** Where a model is and how it is reached. */
export interface ModelAddress {
  /** `openai`, `anthropic`, `google`; any other name is an OpenAI-compatible server at `baseUrl`. */
  readonly provider: string
  readonly model: string
  /** The address of the provider's API with its version: `http://127.0.0.1:8000/v1`. Default: that of the provider. */
  readonly baseUrl?: string
  /** Sent to the provider only; it is neither logged nor stored. An OpenAI-compatible server may need none. */
  readonly apiKey?: string
  /** Default: the global one, without its limits of time. */
  readonly fetch?: typeof globalThis.fetch
}

/** A fault of a model's name, address or installation; the message says how to fix it. */
export class ModelAddressError extends Error {
  override readonly name = 'ModelAddressError'
}

type CreateModel = (address: ModelAddress, settings: Settings) => Promise<LanguageModelV3>

interface Settings {
  readonly baseURL?: string
  readonly apiKey?: string
  readonly fetch?: typeof globalThis.fetch
}

interface KnownProvider {
  /** Variables of the environment that may hold the key, the first that is set is taken. */
  readonly keys: readonly string[]
  readonly install: string
  /** Given to the provider's package always: by itself it would take another one from the environment. */
  readonly baseUrl: string
  readonly create: CreateModel
}

/** The providers with an address of their own. */
const known: Readonly<Record<string, KnownProvider>> = {
  openai: {
    keys: ['OPENAI_API_KEY'],
    install: '@ai-sdk/openai@3',
    baseUrl: 'https://api.openai.com/v1',
    create: async ({ model }, settings) => (await import('@ai-sdk/openai')).createOpenAI(settings)(model),
  },
  anthropic: {
    keys: ['ANTHROPIC_API_KEY'],
    install: '@ai-sdk/anthropic@3',
    baseUrl: 'https://api.anthropic.com/v1',
    create: async ({ model }, settings) => (await import('@ai-sdk/anthropic')).createAnthropic(settings)(model),
  },
  google: {
    keys: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    install: '@ai-sdk/google@3',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    create: async ({ model }, settings) => (await import('@ai-sdk/google')).createGoogleGenerativeAI(settings)(model),
  },
}

const compatible: CreateModel = async ({ provider, model, baseUrl = '' }, settings) => {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({ ...settings, name: provider, baseURL: baseUrl, includeUsage: true })(model)
}

/**
 * Splits `anthropic/claude-x` into provider and model at the first slash.
 *
 * @throws {ModelAddressError} for a name without a provider
 */
export function parseModelName(name: string): { readonly provider: string; readonly model: string } {
  const [, provider, model] = /^([A-Za-z0-9._-]+)\/(.+)$/.exec(name) ?? []
  if (provider === undefined || model === undefined) {
    throw new ModelAddressError(
      `Expected a model as <provider>/<model>, for example ${Object.keys(known).join('/… or ')}/… or local/qwen3 with a base URL, got ${JSON.stringify(name)}.`,
    )
  }
  return { provider, model }
}

/**
 * The names of the variables that hold the key of a provider, in the order in which they are tried: those of the provider
 * itself, or `LOCAL_API_KEY` for a server that is called `local`.
 */
export function keyVariablesOf(provider: string): readonly string[] {
  return providerOf(provider)?.keys ?? [`${provider.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_API_KEY`]
}

/** The host of a provider, for results; null for a provider that is not known and has no base URL. */
export function hostOf({ provider, baseUrl }: Pick<ModelAddress, 'provider' | 'baseUrl'>): string | null {
  const address = baseUrl ?? providerOf(provider)?.baseUrl
  return address !== undefined && URL.canParse(address) ? new URL(address).host : null
}

/**
 * Opens a model with the package of its provider, which is loaded now and must be installed.
 *
 * @throws {ModelAddressError} if the provider is unknown, its package is missing, or a key or an address is
 */
export async function openModel(address: ModelAddress): Promise<LanguageModelV3> {
  const { provider, baseUrl, apiKey, fetch } = address
  const own = providerOf(provider)
  if (own === undefined && baseUrl === undefined) {
    throw new ModelAddressError(
      `Unknown provider ${JSON.stringify(provider)}. Use ${Object.keys(known).join(', ')}, or give the base URL of an OpenAI-compatible server.`,
    )
  }
  if (baseUrl !== undefined && !/^https?:$/.test(schemeOf(baseUrl))) {
    throw new ModelAddressError(
      `Expected the base URL as an http or https address such as http://127.0.0.1:8000/v1, got ${JSON.stringify(baseUrl)}.`,
    )
  }
  if (own !== undefined && apiKey === undefined) {
    throw new ModelAddressError(`The provider ${provider} needs a key. Set ${own.keys.join(' or ')}.`)
  }
  const base = baseUrl ?? own?.baseUrl
  const settings: Settings = {
    ...(base !== undefined && { baseURL: base.replace(/\/+$/, '') }),
    ...(apiKey !== undefined && { apiKey }),
    fetch: createWireFetch(fetch),
  }
  const install = own?.install ?? '@ai-sdk/openai-compatible@2'
  try {
    return await (own?.create ?? compatible)(address, settings)
  } catch (error) {
    if (!isMissingModule(error)) throw error
    const message = `Models of ${provider} need the package ${install}. Install it: npm install ${install}`
    throw new ModelAddressError(message, { cause: error })
  }
}

function providerOf(name: string): KnownProvider | undefined {
  return Object.hasOwn(known, name) ? known[name] : undefined
}

function schemeOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : ''
}

function isMissingModule(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
}
