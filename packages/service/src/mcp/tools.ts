import {
  findJsonOperation,
  isJsonOperationId,
  type JsonObject,
  type JsonOperation,
  type JsonOperationId,
  listSystemNames,
  operations,
  type SystemNames,
  withSystemNames,
} from '@carebench/protocol'
import { toCamelCase } from '@carebench/protocol/wire'
import type { System } from '@carebench/systems'
import { camelSchema } from './camel-schema.js'
import { sandboxCallProperties } from './sandbox-call.js'
import { schemaWithoutSecrets } from './secrets.js'
import { toolProse } from './tool-prose.js'

/** A tool with the actions that read one group of resources, or with those that change it. */
export interface ResourceTool {
  readonly name: string
  readonly title: string
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly openWorldHint: boolean
  }
  readonly description: string
  readonly inputSchema: JsonObject & { readonly type: 'object' }
  /** The schema of `structuredContent`: the response of one of the actions. */
  readonly outputSchema: JsonObject & { readonly type: 'object' }
  /** The operation of each action. */
  readonly actions: ReadonlyMap<string, JsonOperationId>
}

/**
 * Returns the tools by name, for each resource group of the specification except keys and Solvers: one to read, such as
 * `benchmarks`, and one to change, such as `change_benchmarks`, if the group has such actions. So a client can allow
 * the one without the other.
 */
export function createTools(systems: readonly System[]): ReadonlyMap<string, ResourceTool> {
  const names = listSystemNames(systems)
  const groups = new Map<string, { readonly resource: string; readonly actions: Map<string, JsonOperationId> }>()
  for (const id of Object.keys(operations)) {
    if (!isJsonOperationId(id)) continue
    const { resource, action, auth, testing, method } = findJsonOperation(id)
    const own = resource.replaceAll('-', '_')
    if (auth !== 'organization' || testing || toolProse[own] === undefined) continue
    const name = method === 'GET' ? own : `${changing}${own}`
    const group = groups.get(name) ?? { resource: own, actions: new Map<string, JsonOperationId>() }
    group.actions.set(action, id)
    groups.set(name, group)
  }
  groups.set(callingTool, { resource: 'sandboxes', actions: new Map() })
  return new Map(
    [...groups].map(([name, { resource, actions }]) => [name, createTool(name, resource, actions, systems, names)]),
  )
}

const changing = 'change_'

/** The tool whose only action, `call`, sends a request to a simulated system. */
export const callingTool = 'change_sandboxes'

function createTool(
  name: string,
  resource: string,
  actions: ReadonlyMap<string, JsonOperationId>,
  systems: readonly System[],
  names: SystemNames,
): ResourceTool {
  const withCall = name === callingTool
  const isReading = !name.startsWith(changing)
  const lines = [...actions].map(([action, id]) => describeAction(action, findJsonOperation(id), names))
  if (withCall)
    lines.push('- call: Send a request to the system. Required: id, group, method, path. Optional: headers, body.')
  const properties: Record<string, JsonObject> = {}
  for (const id of actions.values()) {
    for (const [key, schema] of Object.entries(listArguments(findJsonOperation(id), names))) {
      properties[key] = merged(properties[key], schema)
    }
  }
  const noun = resource.replaceAll('_', ' ')
  return {
    name,
    title: `${isReading ? 'Read' : 'Change'} ${noun}`,
    annotations: { readOnlyHint: isReading, destructiveHint: !isReading, openWorldHint: false },
    description: `${toolProse[resource]}\n\nActions:\n${lines.join('\n')}`,
    inputSchema: {
      type: 'object',
      properties: {
        action: {
          type: 'string',
          enum: [...actions.keys(), ...(withCall ? ['call'] : [])],
          description: 'The action to execute.',
        },
        ...properties,
        ...(withCall ? { id: { type: 'string' }, ...sandboxCallProperties(systems) } : {}),
      },
      required: ['action'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      anyOf: distinct([...[...actions.values()].map(makeOutputSchema), ...(withCall ? [sandboxResponse] : [])]),
    },
    actions,
  }
}

/** Returns the response of an operation in camelCase, without secrets; `{done: true}` for one without a body. */
function makeOutputSchema(id: JsonOperationId): JsonObject {
  const { response } = findJsonOperation(id)
  if (response === null) return { type: 'object', properties: { done: { const: true } }, required: ['done'] }
  return schemaWithoutSecrets(camelSchema(response))
}

const sandboxResponse: JsonObject = {
  type: 'object',
  properties: { status: { type: 'integer' }, contentType: { type: 'string' }, body: {} },
  required: ['status', 'contentType', 'body'],
}

function distinct(schemas: readonly JsonObject[]): JsonObject[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
}

function describeAction(action: string, operation: JsonOperation, names: SystemNames): string {
  const required = new Set(listRequired(operation))
  const all = Object.keys(listArguments(operation, names))
  const needs = all.filter((name) => required.has(name))
  const takes = all.filter((name) => !required.has(name))
  return [
    `- ${action}: ${operation.summary}.`,
    ...(needs.length > 0 ? [` Required: ${needs.join(', ')}.`] : []),
    ...(takes.length > 0 ? [` Optional: ${takes.join(', ')}.`] : []),
  ].join('')
}

/** Returns the arguments of an operation in camelCase: of its path, its query and its body. */
function listArguments(
  { params, query, body }: JsonOperation,
  names: SystemNames,
): Readonly<Record<string, JsonObject>> {
  const found: Record<string, JsonObject> = {}
  for (const schema of [params, query, body]) {
    if (schema === null) continue
    const { properties } = camelSchema(withSystemNames(schema, names)) as {
      readonly properties?: Record<string, JsonObject>
    }
    Object.assign(found, properties)
  }
  return found
}

function listRequired({ params, query, body }: JsonOperation): readonly string[] {
  return [params, query, body].flatMap((schema) => {
    const { required = [] } = (schema ?? {}) as { readonly required?: readonly string[] }
    return required.map(toCamelCase)
  })
}

/** Returns one schema for an argument that several actions have. */
function merged(former: JsonObject | undefined, schema: JsonObject): JsonObject {
  if (former === undefined || JSON.stringify(former) === JSON.stringify(schema)) return schema
  if (accepts(former, schema)) return former
  if (accepts(schema, former)) return schema
  return { anyOf: [former, schema] }
}

/** Whether the first schema is the second, or a union with it. */
function accepts(wider: JsonObject, schema: JsonObject): boolean {
  const { anyOf } = wider
  return Array.isArray(anyOf) && anyOf.some((choice) => JSON.stringify(choice) === JSON.stringify(schema))
}
