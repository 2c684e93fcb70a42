import { ApiError, benchmarkDefinitionSchema, type JsonObject } from '@carebench/protocol'
import { apiErrorFromWire } from '@carebench/protocol/wire'
import type { ServiceContext } from '../context/context.js'
import { encodeSegment, type Send } from './call-tool.js'

/** A resource that an AI client can read, with its own URI. */
export interface McpResource {
  readonly uri: string
  readonly name: string
  readonly description: string
  read(): JsonObject
}

/** Returns the resources of all organizations: schemas of documents that clients write. */
export function schemaResources({ simulators, verifier }: ServiceContext): readonly McpResource[] {
  return [
    {
      uri: 'carebench://benchmark-definition',
      name: 'Benchmark definition',
      description: 'JSON Schema of a benchmark as one document.',
      read: () => plain(benchmarkDefinitionSchema),
    },
    ...[...simulators.values()].map(({ type, configSchema }) => ({
      uri: `carebench://simulators/${type}`,
      name: `Configuration of ${type}`,
      description: `JSON Schema of the configuration of a ${type} simulator.`,
      read: () => plain(configSchema),
    })),
    ...verifier.checks.map(({ kind, schema }) => ({
      uri: `carebench://assertions/${kind}`,
      name: `Assertion ${kind}`,
      description: `JSON Schema of an assertion of the kind ${kind}. Expected values are literals or matchers.`,
      read: () => plain(schema),
    })),
  ]
}

/** The resources of one organization, as URI templates. */
export const resourceTemplates = [
  {
    uriTemplate: 'carebench://benchmarks/{id}',
    name: 'Benchmark',
    description: 'A benchmark.',
    path: '/benchmarks/',
  },
  {
    uriTemplate: 'carebench://runs/{id}',
    name: 'Run',
    description: 'A run with its task runs, verdict and score.',
    path: '/benchmark-runs/',
  },
  {
    uriTemplate: 'carebench://task-runs/{id}',
    name: 'Task run',
    description: 'A task run with its criterion runs: what failed, and why.',
    path: '/task-runs/',
  },
] as const

/**
 * Reads a resource of the organization as JSON text; undefined if the URI matches no template, or there is no such
 * resource. Throws an ApiError for other errors of the service.
 */
export async function readOwnResource(uri: string, send: Send): Promise<string | undefined> {
  for (const { uriTemplate, path } of resourceTemplates) {
    const prefix = uriTemplate.replace('{id}', '')
    const id = uri.startsWith(prefix) ? uri.slice(prefix.length) : ''
    if (id === '' || id.includes('/')) continue
    const { status, text } = await send({ method: 'GET', target: path + encodeSegment(id) })
    if (status === 404) return undefined
    if (status >= 400) throw ApiError.from(apiErrorFromWire(JSON.parse(text)))
    return text
  }
  return undefined
}

function plain(schema: object): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject
}
