import type { LanguageModelV3 } from '@ai-sdk/provider'

/** The connection options for a provider's package. */
export interface ProviderConnection {
  readonly baseURL?: string
  readonly apiKey?: string
  readonly fetch: typeof globalThis.fetch
}

/** Further settings of a provider, by their names: `region`, `api_version`. */
export type ProviderSettings = Readonly<Record<string, string>>

export interface KnownProvider {
  /** Environment variables that may hold the key; the first one that is set is used. */
  readonly keys: readonly string[]
  /** Whether the provider also supports authentication without a key. */
  readonly isKeyOptional?: true
  readonly install: string
  /** Always passed to the provider's package, which would otherwise take one from the environment. */
  readonly baseUrl?: string
  /** The settings of the provider, with the environment variable that its package reads for each missing one. */
  readonly settings?: Readonly<Record<string, string>>
  /** The name of its options in a request; default: the name of the provider. */
  readonly optionsName?: string
  readonly create: (
    model: string,
    connection: ProviderConnection,
    settings: ProviderSettings,
  ) => Promise<LanguageModelV3>
}

/** The providers with an address of their own. */
const known: Readonly<Record<string, KnownProvider>> = {
  openai: {
    keys: ['OPENAI_API_KEY'],
    install: '@ai-sdk/openai@3',
    baseUrl: 'https://api.openai.com/v1',
    create: async (model, connection) => (await import('@ai-sdk/openai')).createOpenAI(connection)(model),
  },
  anthropic: {
    keys: ['ANTHROPIC_API_KEY'],
    install: '@ai-sdk/anthropic@3',
    baseUrl: 'https://api.anthropic.com/v1',
    create: async (model, connection) => (await import('@ai-sdk/anthropic')).createAnthropic(connection)(model),
  },
  google: {
    keys: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    install: '@ai-sdk/google@3',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    create: async (model, connection) => (await import('@ai-sdk/google')).createGoogleGenerativeAI(connection)(model),
  },
  azure: {
    keys: ['AZURE_API_KEY'],
    install: '@ai-sdk/azure@3',
    settings: { resource: 'AZURE_RESOURCE_NAME', api_version: '' },
    create: async (model, connection, { resource, api_version: apiVersion }) =>
      (await import('@ai-sdk/azure')).createAzure({
        ...connection,
        ...(resource !== undefined && { resourceName: resource }),
        ...(apiVersion !== undefined && { apiVersion }),
      })(model),
  },
  bedrock: {
    keys: ['AWS_BEARER_TOKEN_BEDROCK'],
    isKeyOptional: true,
    install: '@ai-sdk/amazon-bedrock@4',
    settings: { region: 'AWS_REGION' },
    create: async (model, connection, { region }) =>
      (await import('@ai-sdk/amazon-bedrock')).createAmazonBedrock({
        ...connection,
        ...(region !== undefined && { region }),
      })(model),
  },
  vertex: {
    keys: ['GOOGLE_VERTEX_API_KEY'],
    isKeyOptional: true,
    install: '@ai-sdk/google-vertex@4',
    settings: { project: 'GOOGLE_VERTEX_PROJECT', location: 'GOOGLE_VERTEX_LOCATION' },
    optionsName: 'google',
    create: createVertexModel,
  },
}

/** The names of the providers with an address of their own. */
export const providerNames: readonly string[] = Object.keys(known)

export function findProvider(name: string): KnownProvider | undefined {
  return Object.hasOwn(known, name) ? known[name] : undefined
}

/** Creates a Vertex model; Anthropic's models have their own interface there. */
async function createVertexModel(
  model: string,
  connection: ProviderConnection,
  { project, location }: ProviderSettings,
): Promise<LanguageModelV3> {
  const place = { ...(project !== undefined && { project }), ...(location !== undefined && { location }) }
  if (!model.startsWith('claude')) {
    return (await import('@ai-sdk/google-vertex')).createVertex({ ...connection, ...place })(model)
  }
  const { createVertexAnthropic } = await import('@ai-sdk/google-vertex/anthropic')
  return createVertexAnthropic({ ...connection, ...place })(model)
}
