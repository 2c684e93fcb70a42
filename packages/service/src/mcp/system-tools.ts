import {
  type CallDescription,
  type Content,
  type JsonObject,
  type JsonValue,
  type SystemDescription,
  withSystemKey,
} from '@carebench/protocol'

/** How a tool is shown to clients. */
export interface ToolDescription {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonObject & { readonly type: 'object' }
  readonly outputSchema: JsonObject & { readonly type: 'object' }
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
}

/** A call of a simulated system as a tool. */
export interface SystemTool extends ToolDescription {
  /** The path segment of the system: `fhir`, `faxes@imaging`. */
  readonly group: string
  readonly call: CallDescription
  /** Whether the system reads bodies as JSON; else they are bytes, such as files. */
  readonly readsJson: boolean
}

/** A system of an environment; the first of its type has no key. */
export interface PlacedSystem {
  readonly system: SystemDescription
  readonly key?: string | undefined
}

/**
 * The calls of systems as tools, by name: `<group>_<call>`, or `<group>_<key>_<call>` of a system with a key. A name that is
 * taken gets a number. They describe the systems alone, so they are the same for every task on an environment.
 */
export function createSystemTools(
  systems: readonly PlacedSystem[],
  taken: readonly string[],
): ReadonlyMap<string, SystemTool> {
  const tools = new Map<string, SystemTool>()
  const used = new Set(taken)
  for (const { system, key } of systems) {
    if (system.group === null) continue
    for (const call of system.calls) {
      const base = [system.group.name, ...(key === undefined ? [] : [key]), snakeCase(call.name)].join('_')
      const name = unusedName(base, used)
      used.add(name)
      tools.set(name, createTool(name, system.group, key, call))
    }
  }
  return tools
}

/** The name of the argument for a parameter of the path; three names are those of other parts of a request. */
export function argumentOf(parameter: string): string {
  return partNames.includes(parameter) ? `path_${parameter}` : parameter
}

const partNames = ['query', 'headers', 'body', 'body_base64', 'content_type']

/** The parameters of a path in their order: `type` and `resource_id` of `/{type}/{resource_id}`. */
export function pathParametersOf({ path }: CallDescription): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** The first media type of a body that is JSON, and the first that is not. */
export function mediaTypesOf(body: Content = {}): { readonly json?: string; readonly other?: string } {
  const types = Object.keys(body)
  const json = types.find((type) => type.endsWith('json'))
  const other = types.find((type) => !type.endsWith('json'))
  return { ...(json !== undefined && { json }), ...(other !== undefined && { other }) }
}

/** Whether a call takes files of any type, as text or as bytes. */
export function takesBytes({ body = {} }: CallDescription): boolean {
  return body['application/octet-stream'] !== undefined
}

function unusedName(base: string, used: ReadonlySet<string>): string {
  let name = base
  for (let number = 2; used.has(name); number++) name = `${base}_${number}`
  return name
}

function createTool(
  name: string,
  group: NonNullable<SystemDescription['group']>,
  key: string | undefined,
  call: CallDescription,
): SystemTool {
  const { method, outward = false, path } = call
  const words = snakeCase(call.name).replaceAll('_', ' ')
  const place = withSystemKey(group.name, key)
  return {
    name,
    title: `${place}: ${words}`,
    description: `${call.summary}. ${method} ${place}${path}`,
    inputSchema: inputSchemaOf(call),
    outputSchema: outputSchemaOf(call),
    annotations: {
      readOnlyHint: method === 'GET',
      destructiveHint: method === 'PUT' || method === 'PATCH' || method === 'DELETE',
      idempotentHint: method === 'GET' || method === 'PUT' || method === 'DELETE',
      openWorldHint: outward,
    },
    group: place,
    call,
    readsJson: group.jsonMediaTypes.length > 0,
  }
}

function inputSchemaOf(call: CallDescription): SystemTool['inputSchema'] {
  const { params = {}, query = {}, headers = {}, body, bodyOptional = false } = call
  const parameters = pathParametersOf(call)
  const properties: Record<string, JsonObject> = {}
  for (const name of parameters) {
    properties[argumentOf(name)] = { type: 'string', minLength: 1, description: params[name] ?? `The ${name}.` }
  }
  properties.query = {
    type: 'object',
    description: 'Query parameters. Give an array for one that occurs several times.',
    properties: Object.fromEntries(Object.entries(query).map(([name, text]) => [name, parameterSchema(name, text)])),
    additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
  }
  if (Object.keys(headers).length > 0) {
    properties.headers = {
      type: 'object',
      description: 'Headers of the request.',
      properties: Object.fromEntries(
        Object.entries(headers).map(([name, text]) => [name, { type: 'string', description: text }]),
      ),
      additionalProperties: false,
    }
  }
  if (body !== undefined) properties.body = bodySchema(body)
  if (takesBytes(call)) {
    properties.body_base64 = {
      type: 'string',
      description: 'Instead of body: bytes that are not UTF-8 text, in base64.',
    }
    properties.content_type = {
      type: 'string',
      description: 'The media type of the body. Default: application/octet-stream.',
    }
  }
  const isBodyRequired = body !== undefined && !bodyOptional && !takesBytes(call)
  return {
    type: 'object',
    properties,
    required: [...parameters.map(argumentOf), ...(isBodyRequired ? ['body'] : [])],
    additionalProperties: false,
  }
}

function parameterSchema(name: string, description: string): JsonObject {
  return name === 'limit' || name === '_count'
    ? { type: 'integer', minimum: 1, description }
    : { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }], description }
}

function bodySchema(body: Content): JsonObject {
  const choices = Object.entries(body).map(([type, { example, schema }]): JsonObject => {
    if (schema !== undefined) return JSON.parse(JSON.stringify(schema)) as JsonObject
    const shape: JsonObject = Array.isArray(example)
      ? { type: 'array', items: { type: 'object' } }
      : { type: type.endsWith('json') ? 'object' : 'string' }
    return { ...shape, description: type, examples: [example] }
  })
  const [only = {}, ...others] = choices
  return others.length === 0 ? only : { anyOf: choices }
}

function outputSchemaOf({ answer }: CallDescription): SystemTool['outputSchema'] {
  const described = Object.values(answer ?? {})
  const [{ schema } = {}] = described
  const examples: JsonValue[] = described.map(({ example }) => example)
  const body: JsonObject =
    schema === undefined
      ? { description: 'JSON, or the text of an answer that is not JSON.', examples }
      : { anyOf: [JSON.parse(JSON.stringify(schema)) as JsonObject, { description: 'The body of an error.' }] }
  return {
    type: 'object',
    properties: {
      status: { type: 'integer', description: 'The HTTP status; from 400, the call was refused.' },
      content_type: { type: 'string' },
      etag: { type: 'string' },
      location: { type: 'string' },
      ...(answer === undefined ? {} : { body }),
      bytes: { type: 'integer', description: 'The size of a body that is neither JSON nor text, which is attached.' },
    },
    required: ['status'],
  }
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
