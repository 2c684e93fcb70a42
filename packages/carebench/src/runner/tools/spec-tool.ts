import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { Trial } from '../agent.js'
import { TrialStopError } from '../ended.js'
import type { Tool, ToolResult } from './tool.js'

/** Creates a tool that describes the interface of a system, from the OpenAPI document of the service. */
export function createSpecTool({ baseUrl, endpoints, token }: Pick<Trial, 'baseUrl' | 'endpoints' | 'token'>): Tool {
  const systems = Object.keys(endpoints)
  let document: JsonObject | undefined
  return {
    name: 'read_spec',
    description:
      'Read which requests a system takes: methods, paths, parameters, and examples of bodies and responses.',
    inputSchema: {
      type: 'object',
      properties: { system: { type: 'string', enum: systems } },
      required: ['system'],
      additionalProperties: false,
    },
    async call({ system, ...others }, signal) {
      if (typeof system !== 'string' || !systems.includes(system) || Object.keys(others).length > 0) {
        return refused(`Nothing was sent. The only argument is system, one of ${systems.join(', ')}.`, true)
      }
      document ??= await readDocument(`${baseUrl}/openapi.json`, token, signal)
      if (document === undefined) return refused('The server publishes no description of its interface.')
      const lines = describeSystem(document, system).map((operation) => JSON.stringify(operation))
      return { text: `[${lines.join(',\n')}]`, isError: false, status: 200 }
    },
  }
}

function refused(text: string, isInvalid = false): ToolResult {
  return { text, isError: true, ...(isInvalid && { isInvalid }) }
}

async function readDocument(url: string, token: string, signal: AbortSignal): Promise<JsonObject | undefined> {
  try {
    const response = await fetch(url, { signal, headers: { authorization: `Bearer ${token}` } })
    const value: unknown = response.ok ? await response.json() : undefined
    return isJsonObject(value) ? value : undefined
  } catch (error) {
    signal.throwIfAborted()
    const message = `No description of the interface: ${error instanceof Error ? error.message : String(error)}`
    throw new TrialStopError({ kind: 'infra', reason: 'service', message })
  }
}

/** Returns the operations of a system, with paths for `http_request`. */
function describeSystem({ paths }: JsonObject, system: string): readonly JsonObject[] {
  // With two systems of one type, the second is, for example, `faxes@imaging`.
  const group = system.split('@', 1)[0] ?? system
  const prefix = `/v1/benchmark-runs/{id}/${group}`
  const own = Object.entries(isJsonObject(paths) ? paths : {}).filter(
    ([path]) => path === prefix || path.startsWith(`${prefix}/`),
  )
  return own.flatMap(([path, methods]) =>
    Object.entries(isJsonObject(methods) ? methods : {}).flatMap(([method, operation]) =>
      isJsonObject(operation)
        ? [{ request: `${method.toUpperCase()} ${path.slice(prefix.length) || '/'}`, ...describeOperation(operation) }]
        : [],
    ),
  )
}

function describeOperation({ summary = '', parameters, requestBody, responses }: JsonObject): JsonObject {
  const named = objects(parameters).filter(({ name }) => name !== 'id' && name !== 'Task-Run-Id')
  const body = readContent(requestBody)
  const answered = Object.entries(isJsonObject(responses) ? responses : {}).filter(([status]) => /^2/.test(status))
  return {
    summary,
    ...(named.length > 0 && {
      parameters: named.map(({ name = '', in: place = '', description = '', required = false, schema }) => ({
        name,
        in: place,
        ...(isJsonObject(schema) && Array.isArray(schema.enum) && { enum: schema.enum }),
        ...(description !== '' && { description }),
        ...(required === true && { required }),
      })),
    }),
    ...(body !== undefined && { body }),
    responses: Object.fromEntries(answered.map(([status, response]) => [status, readContent(response) ?? null])),
  }
}

/** Returns the schema and an example for each media type of a body. */
function readContent(body: JsonValue | undefined): JsonObject | undefined {
  const content = isJsonObject(body) && isJsonObject(body.content) ? body.content : undefined
  if (content === undefined) return undefined
  const shown = Object.entries(content).map(([type, value]) => {
    const { example, schema } = isJsonObject(value) ? value : {}
    const isDescribed = isJsonObject(schema) && Object.keys(schema).length > 0
    return [type, { ...(isDescribed && { schema }), ...(example !== undefined && { example }) }] as const
  })
  return Object.fromEntries(shown)
}

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
