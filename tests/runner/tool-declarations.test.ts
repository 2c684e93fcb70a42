import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import { expect, it } from 'vitest'
import { declaredSchema } from '../../packages/carebench/src/runner/models/declared-schema.js'
import { openModel } from '../../packages/carebench/src/runner/models/providers/provider.js'
import { createSystemTools } from '../../packages/service/src/mcp/system-tools.js'

const placed = defaultSystems.flatMap((system) => [{ system }, { system, key: 'other' }])
const tools = [...createSystemTools(placed, []).values()]

/** Finds the declarations of functions in a request to each provider, and names the member with their schemas. */
const dialects: Readonly<Record<string, readonly [functions: (body: JsonObject) => JsonValue, schema: string]>> = {
  openai: [({ tools: declared = null }) => declared, 'parameters'],
  anthropic: [({ tools: declared = null }) => declared, 'input_schema'],
  google: [
    ({ tools: declared }) => listMembers(declared).flatMap(({ functionDeclarations = [] }) => functionDeclarations),
    'parameters',
  ],
  local: [({ tools: declared }) => listMembers(declared).map((tool) => tool.function ?? null), 'parameters'],
}

function listMembers(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

/** Returns the body of the first request that a model with all tools sends to its provider. */
async function findRequest(provider: string): Promise<JsonObject> {
  let sent: JsonObject = {}
  const model = await openModel({
    provider,
    model: 'm-1',
    apiKey: 'k',
    baseUrl: 'http://127.0.0.1:1/v1',
    fetch: async (_, init) => {
      sent = JSON.parse(String(init?.body)) as JsonObject
      return new Response('{}', { status: 400 })
    },
  })
  const functions = tools.map(({ name, description, inputSchema }) => ({
    type: 'function' as const,
    name,
    description,
    inputSchema: declaredSchema(model.provider, inputSchema),
  }))
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Work.' }] }]
  await Promise.resolve(model.doGenerate({ prompt, tools: functions })).catch(() => undefined)
  return sent
}

/** Returns every field of a schema with its path, whether it is required, and its enumerated values. */
function listFields(schema: JsonValue | undefined, path = ''): readonly string[] {
  if (!isJsonObject(schema)) return []
  const { properties, items, anyOf, required = [] } = schema
  const fields = Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, member]) => {
    const { enum: words, const: only } = isJsonObject(member) ? member : {}
    const values = Array.isArray(words) ? words : typeof only === 'string' ? [only] : []
    const isRequired = Array.isArray(required) && required.includes(name)
    const field = `${path}/${name}${isRequired ? ' required' : ''}${values.length > 0 ? ` of ${values.join(',')}` : ''}`
    return [field, ...listFields(member, `${path}/${name}`)]
  })
  const choices = listMembers(anyOf).filter(({ type }) => type !== undefined)
  return [...fields, ...listFields(items, `${path}/*`), ...choices.flatMap((choice) => listFields(choice, path))]
}

it.each(Object.keys(dialects))('a model of %s gets the fields, words and examples of every tool', async (provider) => {
  const [functionsIn, member] = dialects[provider] ?? [() => null, '']
  const declared = listMembers(functionsIn(await findRequest(provider)))
  expect(declared.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
  for (const [index, { name, inputSchema }] of tools.entries()) {
    const schema = declared[index]?.[member]
    expect([name, listFields(schema)]).toEqual([name, listFields(inputSchema)])
    const { body } = inputSchema.properties as { readonly body?: JsonObject }
    const [example] = [...((listMembers(body?.anyOf)[0]?.examples ?? body?.examples ?? []) as JsonValue[])]
    if (example !== undefined) expect(textsIn(schema ?? null)).toContain(JSON.stringify(example))
  }
})

/**
 * The texts and the values of a schema in a form in which an example is found, whether it is a value or part of a text.
 */
function textsIn(value: JsonValue): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return `${JSON.stringify(value)} ${value.map(textsIn).join(' ')}`
  return isJsonObject(value) ? Object.values(value).map(textsIn).join(' ') : ''
}
