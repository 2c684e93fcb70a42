import { findJsonOperation, type JsonObject, type JsonValue } from '@carebench/protocol'
import { createOpenApi } from '@carebench/protocol/openapi'
import { toCamelCase } from '@carebench/protocol/wire'
import { defaultSystems } from '@carebench/systems'
import { describe, expect, it } from 'vitest'
import { callTool } from './call-tool.js'
import { schemaWithoutSecrets } from './secrets.js'
import { createTools } from './tools.js'

const credentials = { username: 'u-secret', password: 'p-secret', client_id: 'c-secret', client_secret: 's-secret' }
const wires = [
  { kind: 'sftp', host: 'sftp.example.org', port: 22, username: 'u-secret', password: 'p-secret' },
  { kind: 'webhook', host: 'hooks.example.org', port: 443, secret: 'whsec_w-secret' },
]

/** Returns the response of each operation that has an example. */
function listExamples(): ReadonlyMap<string, JsonObject> {
  const { paths } = JSON.parse(JSON.stringify(createOpenApi(defaultSystems)))
  const found = new Map<string, JsonObject>()
  for (const item of Object.values(paths as Record<string, Record<string, JsonObject>>)) {
    for (const { operationId, responses } of Object.values(item)) {
      for (const answer of Object.values(
        (responses ?? {}) as Record<string, { content?: Record<string, JsonObject> }>,
      )) {
        const example = answer.content?.['application/json']?.example
        if (example !== undefined) found.set(String(operationId), example as JsonObject)
      }
    }
  }
  return found
}

/** Gives each object with credentials some whose texts can be recognized, and wires with the same. */
function withKnownSecrets(value: JsonValue): JsonValue {
  const text = JSON.stringify(value, (_, member) =>
    typeof member === 'object' && member !== null && 'credentials' in member
      ? { ...member, credentials, wires }
      : member,
  )
  return JSON.parse(text)
}

const examples = listExamples()
const actions = [...createTools(defaultSystems).values()].flatMap((tool) =>
  [...tool.actions].map(([action, id]) => ({ name: `${tool.name} ${action}`, tool, action, id })),
)

describe('secrets of sandboxes', () => {
  it('occur in several examples', () => {
    const texts = actions.map(({ id }) => JSON.stringify(withKnownSecrets(examples.get(id) ?? null)))
    expect(texts.filter((text) => text.includes('-secret')).length).toBeGreaterThan(1)
  })

  it.each(actions)('do not reach the client of $name', async ({ tool, action, id }) => {
    const example = withKnownSecrets(examples.get(id) ?? {})
    const params = Object.keys(findJsonOperation(id).params.properties).map((name) => [name, 'id'])
    const input = { action, ...Object.fromEntries(params.map(([name = '', value]) => [toCamelCase(name), value])) }
    const send = async () => ({ status: 200, contentType: 'application/json', text: JSON.stringify(example) })
    const { text, isError } = await callTool(defaultSystems, tool, input, send)
    expect(isError).toBe(false)
    expect(text).not.toContain('-secret')
    if (JSON.stringify(example).includes('-secret')) expect(text).toContain('sftp.example.org')
  })

  it('are no part of the schema of a tool', () => {
    for (const { outputSchema } of createTools(defaultSystems).values()) {
      expect(JSON.stringify(outputSchema)).not.toMatch(/"(credentials|username|password|secret)"/)
    }
  })
})

it('keeps a member of open JSON that has the name of a secret', async () => {
  const tool = createTools(defaultSystems).get('simulators')
  if (tool === undefined) throw new Error('There is no tool simulators.')
  const config = { secret: 'open', credentials: [1] }
  const send = async () => ({ status: 200, contentType: 'application/json', text: JSON.stringify({ id: 'x', config }) })
  const { structured } = await callTool(defaultSystems, tool, { action: 'get', id: 'x' }, send)
  expect(structured).toEqual({ id: 'x', config })
  expect(schemaWithoutSecrets({ type: 'object' })).toEqual({ type: 'object' })
})
