import { type LanguageModelV3, LoadAPIKeyError, LoadSettingError } from '@ai-sdk/provider'
import { createWireFetch } from '../wire/wire-fetch.js'
import { findProvider, type ProviderConnection, type ProviderSettings, providerNames } from './known-providers.js'

/** The address of a model, and how to reach it. */
export interface ModelAddress {
  /**
   * `openai`, `anthropic`, `google`, `azure`, `bedrock`, `vertex`; any other name is an OpenAI-compatible server at
   * `baseUrl`.
   */
  readonly provider: string
  readonly model: string
  /** The address of the provider's API with its version: `http://127.0.0.1:8000/v1`. Default: the provider's own. */
  readonly baseUrl?: string
  /** Sent to the provider only; it is neither logged nor stored. An OpenAI-compatible server may need none. */
  readonly apiKey?: string
  /**
   * Further settings of the provider: `region` of bedrock, `project` and `location` of vertex, `resource` and
   * `api_version` of azure.
   */
  readonly settings?: ProviderSettings
  /** Default: the global `fetch`, without its timeouts. */
  readonly fetch?: typeof globalThis.fetch
}

/** Error in a model's name, address or installation; the message says how to fix it. */
export class ModelAddressError extends Error {
  override readonly name = 'ModelAddressError'
}

async function openCompatible(
  { provider, model, baseUrl = '' }: ModelAddress,
  connection: ProviderConnection,
): Promise<LanguageModelV3> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({ ...connection, name: provider, baseURL: baseUrl, includeUsage: true })(model)
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
      `Expected a model as <provider>/<model>, for example ${providerNames.join('/… or ')}/… or local/qwen3 with a ` +
        `base URL, got ${JSON.stringify(name)}.`,
    )
  }
  return { provider, model }
}

/**
 * Returns the names of the variables for a provider's key, in the order in which they are tried: the provider's own, or
 * `LOCAL_API_KEY` for a server named `local`.
 */
export function listKeyVariables(provider: string): readonly string[] {
  return findProvider(provider)?.keys ?? [`${provider.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_API_KEY`]
}

/** Whether a provider has its own address, so that its key belongs to that address. */
export function isHostedProvider(provider: string): boolean {
  return findProvider(provider) !== undefined
}

/** Returns the host of a provider, for results; null if unknown. */
export function readHost({ provider, baseUrl }: Pick<ModelAddress, 'provider' | 'baseUrl'>): string | null {
  const address = baseUrl ?? findProvider(provider)?.baseUrl
  return address !== undefined && URL.canParse(address) ? new URL(address).host : null
}

/**
 * Opens a model with the package of its provider, which is loaded now and must be installed.
 *
 * @throws {ModelAddressError} if the provider or a setting is unknown, its package, key or address is missing, or the
 *   address is invalid
 */
export async function openModel(address: ModelAddress): Promise<LanguageModelV3> {
  const { provider, model, baseUrl, apiKey, fetch, settings = {} } = address
  const own = findProvider(provider)
  if (own === undefined && baseUrl === undefined) {
    throw new ModelAddressError(
      `Unknown provider ${JSON.stringify(provider)}. Use ${providerNames.join(', ')}, or give the base URL of an ` +
        'OpenAI-compatible server.',
    )
  }
  if (baseUrl !== undefined && !/^https?:$/.test(readScheme(baseUrl))) {
    throw new ModelAddressError(
      'Expected the base URL as an http or https address such as http://127.0.0.1:8000/v1, got ' +
        `${JSON.stringify(baseUrl)}.`,
    )
  }
  const names = Object.keys(own?.settings ?? {})
  const strange = Object.keys(settings).find((name) => !names.includes(name))
  if (strange !== undefined) {
    const takes = names.length === 0 ? 'takes no such settings' : `takes ${names.join(', ')}`
    throw new ModelAddressError(`Unknown setting ${strange} of the provider ${provider}, which ${takes}.`)
  }
  if (own !== undefined && own.isKeyOptional !== true && apiKey === undefined) {
    throw new ModelAddressError(`The provider ${provider} needs a key. Set ${own.keys.join(' or ')}.`)
  }
  const base = baseUrl ?? own?.baseUrl
  const connection: ProviderConnection = {
    ...(base !== undefined && { baseURL: base.replace(/\/+$/, '') }),
    ...(apiKey !== undefined && { apiKey }),
    fetch: createWireFetch(fetch),
  }
  const install = own?.install ?? '@ai-sdk/openai-compatible@2'
  try {
    return await (own?.create(model, connection, settings) ?? openCompatible(address, connection))
  } catch (error) {
    if (isMissingSetting(error)) {
      const variables = Object.entries(own?.settings ?? {}).map(([name, variable]) =>
        [name, variable].filter(Boolean).join(' or '),
      )
      const message = `Models of ${provider} need a setting: ${error.message} Set one of ${variables.join(', ')}.`
      throw new ModelAddressError(message, { cause: error })
    }
    if (!isMissingModule(error, install)) throw error
    const message = `Models of ${provider} need the package ${install}. Install it: npm install ${install}`
    throw new ModelAddressError(message, { cause: error })
  }
}

function readScheme(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : ''
}

function isMissingSetting(error: unknown): error is Error {
  return LoadSettingError.isInstance(error) || LoadAPIKeyError.isInstance(error)
}

/** Whether the package itself is missing, rather than a part of it. */
function isMissingModule(error: unknown, install: string): boolean {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  return isMissing && error.message.includes(install.replace(/@\d+$/, ''))
}
