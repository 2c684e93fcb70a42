import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findTrajectoryFaults } from '../trajectory/trajectory-faults.js'
import { type McpPresetName, mcpPresets } from './mcp-presets.js'
import type { McpPreset } from './presets/mcp-preset.js'
import { readProgramLog } from './program-log.js'
import { countTrajectory } from './trajectory-counts.js'

const agent = { name: 'mine', version: '1', trial: 'mine/City/1/1' }

function readLog(name: McpPresetName, text: string) {
  const { readEvent }: McpPreset = mcpPresets[name]
  return readProgramLog(text, readEvent ?? (() => []), agent)
}

/** Returns what the program printed in a trial with a scripted model, without unused members. */
function printedBy(name: McpPresetName): string {
  return readFileSync(new URL(`../../testing/programs/${name}.jsonl`, import.meta.url), 'utf8')
}

const tokens = { input: 5000, cached: 1500, output: 250 }
it.each([
  ['claude-code', { ...tokens, cacheWrite: 0, reasoning: 0 }, 0.0147, 'claude-sonnet-4-5'],
  ['codex', { ...tokens, cacheWrite: 0, reasoning: 100 }, undefined, 'unknown'],
  ['copilot', null, undefined, 'gpt-4.1'],
  ['gemini', { ...tokens, cacheWrite: null, reasoning: null }, undefined, 'gemini-2.5-pro'],
  ['opencode', { ...tokens, cacheWrite: 0, reasoning: 100 }, 0.0070625, 'unknown'],
  ['qwen-code', { ...tokens, cacheWrite: null, reasoning: null }, undefined, 'qwen3-coder'],
] as const)('reads tokens, cost and calls that %s prints', (name, usage, usd, model) => {
  const { trajectory, ...log } = readLog(name, printedBy(name))
  expect(log.usage).toEqual(usage)
  expect(log.cost).toEqual(usd === undefined ? null : { usd: expect.closeTo(usd), source: 'program' })
  if (trajectory === undefined) throw new Error('There must be a trajectory.')
  expect(findTrajectoryFaults(trajectory)).toEqual([])
  expect(countTrajectory(trajectory)).toMatchObject({ steps: 5, toolCalls: 4, toolErrors: 1 })
  expect(trajectory.agent).toMatchObject({ name: 'mine', model_name: model })
  expect(trajectory.steps[3]).toMatchObject({
    tool_calls: [{ function_name: expect.stringMatching(/submit$/), arguments: { output: { city: 'Duluth' } } }],
    observation: { results: [{ content: expect.stringContaining('"remaining":0') }] },
  })
  expect(trajectory.steps.at(-1)?.message).toBe('Done.')
})

it.each(['-1', '1e15', '1e400', '"7"', 'null', '{}'])('treats a number printed as %s as unknown', (number) => {
  for (const name of Object.keys(mcpPresets) as McpPresetName[]) {
    if (name === 'continue') continue
    const { usage, cost } = readLog(
      name,
      printedBy(name).replaceAll(
        /(?<="\w*(?:token|cost|input|output|read|write|cached|reasoning)\w*":)[\d.]+/g,
        number,
      ),
    )
    expect([name, Object.values(usage ?? {}).filter((amount) => amount !== null), cost]).toEqual([name, [], null])
  }
})

it('uses the last total, or the sum over the responses', () => {
  const result = (cost: number) => `{"type":"result","usage":{"output_tokens":${cost * 10}},"total_cost_usd":${cost}}`
  expect(readLog('claude-code', `${result(1)}\n${result(3)}`)).toMatchObject({
    usage: { output: 30 },
    cost: { usd: 3 },
  })
  const step = '{"type":"step_finish","part":{"cost":1,"tokens":{"output":5,"reasoning":5}}}'
  expect(readLog('opencode', `${step}\n${step}`)).toMatchObject({ usage: { output: 20 }, cost: { usd: 2 } })
})

it('starts a step for each response that the program names, else after the results of calls', () => {
  const text = (words: string, message?: string) =>
    JSON.stringify({ type: 'text', part: { text: words, ...(message && { messageID: message }) } })
  const messages = (log: string, name: McpPresetName) =>
    readLog(name, log).trajectory?.steps.map(({ message }) => message)
  expect(messages([text('a', '1'), text('b', '1'), text('c', '2')].join('\n'), 'opencode')).toEqual(['ab', 'c'])
  const said = '{"type":"message","role":"assistant","content":"a"}'
  const answered = '{"type":"tool_result","tool_id":"1","status":"success","output":""}'
  expect(messages([said, said, answered, said].join('\n'), 'gemini')).toEqual(['aa', 'a'])
})

it('leaves out lines that cannot be serialized, and invalid sums', () => {
  const deep = `{"type":"tool_use","part":{"state":{"input":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}}}`
  const step = '{"type":"step_finish","part":{"cost":6e14,"tokens":{"input":6e14,"cache":{"read":0,"write":0}}}}'
  expect(readLog('opencode', `${deep}\nnull\n{"type":\n`)).toEqual({ usage: null, cost: null })
  expect(readLog('opencode', `${step}\n${step}`)).toMatchObject({ usage: { input: null, cached: 0 }, cost: null })
})

it('keeps the totals and the beginning of a log that would become many times as long', () => {
  const call = '{"type":"item.completed","item":{"type":"mcp_tool_call"}}\n'
  const total = '{"type":"turn.completed","usage":{"input_tokens":7}}\n'
  const { trajectory, usage } = readLog('codex', call.repeat(100_000) + total)
  expect(trajectory?.steps).toHaveLength(50_000)
  expect(usage).toMatchObject({ input: 7 })
})
