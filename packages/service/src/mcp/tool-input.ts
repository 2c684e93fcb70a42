import {
  type CallDescription,
  type Content,
  describeQueryParameter,
  type JsonObject,
  plainSchema,
  queryValueSchema,
} from '@carebench/protocol'

type ObjectSchema = JsonObject & { readonly type: 'object' }

/** The argument that names one of several systems. */
export const systemArgument = 'system'

const partNames = ['query', 'headers', 'body', 'body_base64', 'content_type', systemArgument]

/** Returns the name of the argument for a parameter of the path, with a prefix if another part of a request has it. */
export function toArgumentName(parameter: string): string {
  return partNames.includes(parameter) ? `path_${parameter}` : parameter
}

/** Returns the parameters of a path in their order: `type` and `resource_id` of `/{type}/{resource_id}`. */
export function listPathParameters({ path }: CallDescription): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** Returns the first media type of a body that is JSON, and the first that is not. */
export function readMediaTypes(body: Content = {}): { readonly json?: string; readonly other?: string } {
  const types = Object.keys(body)
  const json = types.find((type) => type.endsWith('json'))
  const other = types.find((type) => !type.endsWith('json'))
  return { ...(json !== undefined && { json }), ...(other !== undefined && { other }) }
}

/** Whether a call takes files of any type, as text or as bytes. */
export function takesBytes({ body = {} }: CallDescription): boolean {
  return body['application/octet-stream'] !== undefined
}

/** Whether a call has query parameters. */
export function takesQuery({ query = {}, openQuery }: CallDescription): boolean {
  return openQuery === true || Object.keys(query).length > 0
}

/** Returns the arguments of a tool that makes one of these calls at one of these places. */
export function makeInputSchema(places: readonly string[], calls: readonly CallDescription[]): ObjectSchema {
  const names = new Set(calls.flatMap(listPathParameters))
  const chosen = listChoices(calls)
  const withBody = calls.find(({ body }) => body !== undefined)
  const required = [
    ...(places.length > 1 ? [systemArgument] : []),
    ...Object.keys(chosen),
    ...[...names].filter((name) => calls.every((call) => listPathParameters(call).includes(name))).map(toArgumentName),
    ...(calls.every((call) => call.body !== undefined && call.bodyOptional !== true && !takesBytes(call))
      ? ['body']
      : []),
  ]
  return {
    type: 'object',
    properties: {
      ...(places.length > 1 && { [systemArgument]: { type: 'string', enum: [...places] } }),
      ...chosen,
      ...Object.fromEntries([...names].map((name) => [toArgumentName(name), pathSchema(name, calls)])),
      ...(calls.some(takesQuery) && { query: querySchema(calls) }),
      ...(calls.some(({ headers }) => headers !== undefined) && { headers: headersSchema(calls) }),
      ...(withBody?.body !== undefined && { body: bodySchema(withBody.body) }),
      ...(withBody !== undefined && takesBytes(withBody) && bytesSchemas),
    },
    ...(required.length > 0 && { required }),
  }
}

const bytesSchemas = {
  body_base64: { type: 'string', description: 'Instead of body: bytes that are not UTF-8 text.' },
  content_type: { type: 'string', description: 'Default: application/octet-stream.' },
} as const

/** Returns the arguments that choose one of the calls by their values. */
function listChoices(calls: readonly CallDescription[]): Record<string, JsonObject> {
  const values: Record<string, string[]> = {}
  for (const { tool } of calls) {
    for (const [name, value] of Object.entries(tool?.when ?? {})) {
      const known = values[name] ?? []
      values[name] = known.includes(value) ? known : [...known, value]
    }
  }
  return Object.fromEntries(Object.entries(values).map(([name, all]) => [name, { type: 'string', enum: all }]))
}

function pathSchema(name: string, calls: readonly CallDescription[]): JsonObject {
  const [description = ''] = calls.flatMap(({ params = {} }) => params[name] ?? [])
  return { type: 'string', ...describe(name, description) }
}

/** Words that add nothing to the name of an argument. */
const emptyWords = new Set(['the', 'of', 'its', 'a', ''])

/**
 * Returns the description of an argument; none if it only repeats the name, because each request of a model pays for
 * it.
 */
function describe(name: string, description: string): JsonObject {
  const known = name.toLowerCase().split('_')
  const words = description.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return words.every((word) => emptyWords.has(word) || known.includes(word)) ? {} : { description }
}

function querySchema(calls: readonly CallDescription[]): JsonObject {
  const isOpen = calls.some(({ openQuery }) => openQuery === true)
  const parameters = Object.assign({}, ...calls.map(({ query }) => query)) as NonNullable<CallDescription['query']>
  const entries = Object.entries(parameters)
  const required = entries.flatMap(([name, one]) => (typeof one === 'object' && one.required === true ? [name] : []))
  return {
    type: 'object',
    ...(entries.length > 0 && {
      properties: Object.fromEntries(
        entries.map(([name, one]) => [
          name,
          { ...queryValueSchema(name, one), ...describe(name, describeQueryParameter(one)) },
        ]),
      ),
    }),
    ...(required.length > 0 && { required }),
    // A parameter that occurs several times has an array.
    ...(isOpen && { additionalProperties: { type: ['string', 'array'], items: { type: 'string' } } }),
  }
}

function headersSchema(calls: readonly CallDescription[]): JsonObject {
  const headers = Object.assign({}, ...calls.map((call) => call.headers)) as Readonly<Record<string, string>>
  const described = Object.entries(headers).map(
    ([name, description]) => [name, { type: 'string', description }] as const,
  )
  return { type: 'object', properties: Object.fromEntries(described) }
}

function bodySchema(body: Content): JsonObject {
  const choices = Object.entries(body).map(([type, { example, schema }]): JsonObject => {
    if (schema !== undefined) return { ...(plainSchema(schema) as JsonObject), examples: [example] }
    const shape: JsonObject = Array.isArray(example)
      ? { type: 'array', items: { type: 'object' } }
      : { type: type.endsWith('json') ? 'object' : 'string' }
    // The example of one form of a body is enough.
    const isOnly = Object.keys(body).length === 1
    return { ...shape, description: type, ...(isOnly && { examples: [example] }) }
  })
  const [only = {}, ...others] = choices
  return others.length === 0 ? only : { anyOf: choices }
}
