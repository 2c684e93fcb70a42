import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { createOpenApi } from '@carebench/protocol/openapi'
import { defaultSystems } from '@carebench/systems'
import { expect, it } from 'vitest'
import { defaultSystemPrompt } from '../../packages/carebench/src/runner/models/system-prompt.js'
import { createHttpTool } from '../../packages/carebench/src/runner/tools/http-tool.js'
import { createSpecTool } from '../../packages/carebench/src/runner/tools/spec-tool.js'
import { giveUp, type Tool } from '../../packages/carebench/src/runner/tools/tool.js'
import { describeForAgent } from '../../packages/carebench/src/runner/trials/agent-description.js'
import { runTools } from '../../packages/service/src/mcp/run-tools.js'
import { createSystemTools } from '../../packages/service/src/mcp/system-tools.js'

/** Words by which an agent would know that its work is judged. */
const givingAway = /criteri|benchmark|task run|\bscor|verif|\bexam\b|evaluat/i

const groups = defaultSystems.flatMap(({ group }) => (group === null ? [] : [group.name]))
const document = createOpenApi(defaultSystems)
const described = describeForAgent(document, groups)

/**
 * Returns every text in a value, without keys: among those are the paths of calls, which the wire format prescribes.
 */
function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : []
}

function listTexts({ description, inputSchema }: Pick<Tool, 'description' | 'inputSchema'>): readonly string[] {
  return [description, ...textsIn(inputSchema)]
}

it('no text that an agent is given says that its work is judged', () => {
  const endpoints = Object.fromEntries(groups.map((group) => [group, `http://127.0.0.1/${group}`]))
  const trial = { baseUrl: 'http://127.0.0.1', endpoints, token: 't' }
  const placed = defaultSystems.flatMap((system) => [{ system }, { system, key: 'other' }])
  const tools = [...runTools.values(), ...createSystemTools(placed, [...runTools.keys()]).values()]
  const texts = [
    defaultSystemPrompt,
    ...[giveUp, createHttpTool(trial), createSpecTool(trial), ...tools].flatMap(listTexts),
    ...tools.flatMap(({ title, outputSchema }) => [title, ...textsIn(outputSchema)]),
    ...textsIn(described),
  ]
  expect(texts.length).toBeGreaterThan(1000)
  expect(texts.filter((text) => givingAway.test(text))).toEqual([])
})

it("an agent's description of the interface has the calls of its systems, all that they refer to, \
and nothing else", () => {
  const [, some] = [described, describeForAgent(document, ['faxes', 'portal@west'])]
  const pathsOf = ({ paths }: JsonObject) => Object.keys(isJsonObject(paths) ? paths : {})
  expect(pathsOf(described).length).toBeGreaterThan(50)
  const below = new Set(pathsOf(some).map((path) => path.split('/')[4]))
  expect([...below].sort()).toEqual(['clock', 'faxes', 'portal', 'wait'])
  const text = JSON.stringify(described)
  for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
    const { components } = described
    const part = isJsonObject(components) ? components[kind] : undefined
    expect(isJsonObject(part) && Object.keys(part)).toContain(name)
  }
  expect(text.length).toBeLessThan(JSON.stringify(document).length / 2)
})
