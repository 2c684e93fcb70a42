import type { LanguageModelV3Content, LanguageModelV3GenerateResult } from '@ai-sdk/provider'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { scriptedPace } from '../../testing/scripted-pace.js'
import type { TrialEvent, TrialLimits } from '../agent.js'
import { TrialStopError } from '../ended.js'
import { giveUp, type Tool, type ToolResult } from '../tools/tool.js'
import { TrajectoryBuilder } from '../trajectory/trajectory-builder.js'
import { findTrajectoryFaults } from '../trajectory/trajectory-faults.js'
import { type Observation, runChat } from './chat-loop.js'
import { ProviderLimiter } from './providers/provider-limiter.js'

type Turn = Partial<LanguageModelV3GenerateResult> | ((turn: number) => Partial<LanguageModelV3GenerateResult>)

const price = { input: 1_000_000, output: 0, source: 'test', asOf: '2026-11-22' }

function call(toolName: string, input = '{}', toolCallId = toolName): LanguageModelV3Content {
  return { type: 'tool-call', toolCallId, toolName, input }
}

function tool(name: string, result: Partial<ToolResult> | (() => Promise<ToolResult>) = {}): Tool {
  const answer =
    typeof result === 'function' ? result : async () => ({ text: `${name} done`, isError: false, ...result })
  return { name, description: name, inputSchema: { type: 'object' }, call: answer }
}

const submit = tool('submit', { ends: 'done' })

/** Runs a chat with a model that says these turns, and repeats the last one. */
async function chat(turns: readonly Turn[], tools: readonly Tool[], limits: TrialLimits = {}) {
  const model = new MockLanguageModelV3({
    modelId: 'mock',
    doGenerate: async ({ prompt }) => {
      const turn = prompt.filter(({ role }) => role === 'assistant').length
      const said = turns[Math.min(turn, turns.length - 1)] ?? {}
      return {
        content: [],
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage: {
          inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 5, text: 5, reasoning: 0 },
        },
        warnings: [],
        ...(typeof said === 'function' ? said(turn) : said),
      }
    },
  })
  const pace = scriptedPace()
  const [stop, submitted] = [new AbortController(), new AbortController()]
  const events: TrialEvent[] = []
  const observations: Observation[] = []
  const agent = { name: 'a', version: '1', modelName: 'mock', toolDefinitions: [], extra: {} }
  const trajectory = new TrajectoryBuilder(agent, 'trial')
  const end = await runChat({
    model,
    pace,
    limiter: new ProviderLimiter({ pace }),
    retryWindow: 60_000,
    stall: 300_000,
    trial: { limits, signal: stop.signal, submitted: submitted.signal, note: (event) => events.push(event) },
    tools,
    system: 'You work.',
    task: 'Do it.',
    settings: { temperature: 0 },
    price,
    trajectory,
    onObservation: (observation) => observations.push(observation),
  })
  const document = trajectory.build(end.tally.usage, end.tally.cost, {})
  expect(findTrajectoryFaults(document)).toEqual([])
  return { ...end, model, events, observations, document }
}

describe('runChat', () => {
  it('runs the calls of a response in order, and stops after the call that ends the trial', async () => {
    const order: string[] = []
    const noting = (name: string) =>
      tool(name, async () => {
        order.push(name)
        return { text: name, isError: false }
      })
    const { ended, counts, events } = await chat(
      [{ content: [call('b'), call('a'), call('submit'), call('c')] }],
      [noting('a'), noting('b'), noting('c'), submit],
    )
    expect(order).toEqual(['b', 'a'])
    expect(ended).toEqual({ kind: 'completed', reason: 'done' })
    expect(counts).toEqual({ steps: 1, llmCalls: 1, toolCalls: 3, toolErrors: 0, invalidToolCalls: 0 })
    expect(events.map(({ kind }) => kind)).toEqual(['model', 'tool', 'tool', 'tool'])
  })

  it('sends the model its own responses and the results', async () => {
    const reasoning = { type: 'reasoning', text: 'Hm.', providerMetadata: { anthropic: { signature: 's' } } } as const
    const { model } = await chat(
      [{ content: [reasoning, { type: 'text', text: 'Now.' }, call('a', '{"x":1}')] }, { content: [call('submit')] }],
      [tool('a', { isError: true }), submit],
    )
    expect(model.doGenerateCalls[1]?.prompt.slice(2)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 's' } } },
          { type: 'text', text: 'Now.' },
          { type: 'tool-call', toolCallId: 'a', toolName: 'a', input: { x: 1 } },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'a', toolName: 'a', output: { type: 'error-text', value: 'a done' } },
        ],
      },
    ])
    expect(model.doGenerateCalls[0]).toMatchObject({ temperature: 0, toolChoice: { type: 'auto' } })
  })

  it('distinguishes calls with the same id', async () => {
    const { document } = await chat(
      [{ content: [call('a', '{}', 'x'), call('a', '', 'x'), call('submit', '{}', '')] }],
      [tool('a'), submit],
    )
    expect(document.steps[2]?.tool_calls).toMatchObject([
      { tool_call_id: 'x' },
      { tool_call_id: 'x#1' },
      { tool_call_id: '#2' },
    ])
  })

  it('does not show infrastructure errors to the model', async () => {
    const ended = { kind: 'infra', reason: 'service', message: 'The service is gone.' } as const
    const failing = tool('a', () => Promise.reject(new TrialStopError(ended)))
    const result = await chat([{ content: [call('a'), call('submit')] }], [failing, submit])
    expect(result.ended).toEqual(ended)
    expect(result.model.doGenerateCalls).toHaveLength(1)
    expect(result.observations).toEqual([])
    expect(result.document.steps).toHaveLength(3)
  })

  it('treats an error of the runner as an infrastructure error', async () => {
    const broken = tool('a', () => Promise.reject(new TypeError('x is undefined')))
    const { ended } = await chat([{ content: [call('a')] }], [broken])
    expect(ended).toMatchObject({ kind: 'infra', reason: 'service', message: 'The runner failed: x is undefined' })
  })

  it('counts and reports faults of calls', async () => {
    const { counts, model } = await chat(
      [{ content: [call('nothing'), call('a', '[1]'), call('a', '{"x"')] }, { content: [call('give_up')] }],
      [tool('a'), giveUp],
    )
    expect(counts).toMatchObject({ toolCalls: 4, toolErrors: 3, invalidToolCalls: 3 })
    const shown = model.doGenerateCalls[1]?.prompt.at(-1)
    expect(JSON.stringify(shown)).toMatch(/There is no tool nothing.*must be a JSON object, got \[1\].*must be JSON/)
  })

  it('sends no tool name back that a provider would reject', async () => {
    const { model, document } = await chat(
      [{ content: [call('find the patient!')] }, { content: [call('give_up')] }],
      [giveUp],
    )
    const sent = JSON.stringify(model.doGenerateCalls[1]?.prompt)
    expect(sent.match(/"toolName":"unknown_tool"/g)).toHaveLength(2)
    expect(sent).toContain('There is no tool find the patient!')
    expect(JSON.stringify(document)).toContain('"function_name":"find the patient!"')
  })

  const refused = tool('a', { isError: true })
  it.each<[string, readonly Turn[], TrialLimits, object]>([
    ['submits', [{ content: [call('submit')] }], {}, { kind: 'completed', reason: 'done' }],
    ['gives up', [{ content: [call('give_up')] }], {}, { kind: 'completed', reason: 'gave_up' }],
    [
      'answers in text',
      [{ content: [{ type: 'text', text: 'Done.' }], finishReason: { unified: 'stop', raw: 'stop' } }],
      {},
      { kind: 'completed', reason: 'no_tool_call', message: 'Done.' },
    ],
    [
      'says nothing',
      [{ finishReason: { unified: 'stop', raw: 'stop' } }],
      {},
      { kind: 'completed', reason: 'no_tool_call' },
    ],
    [
      'fills its context',
      [{ finishReason: { unified: 'length', raw: 'model_context_window_exceeded' } }],
      {},
      { kind: 'limit', reason: 'context_window' },
    ],
    [
      'refuses with an ordinary end',
      [{ finishReason: { unified: 'content-filter', raw: 'stop' } }],
      {},
      { kind: 'agent', reason: 'refusal' },
    ],
    [
      'refuses',
      [{ finishReason: { unified: 'content-filter', raw: 'refusal' } }],
      {},
      { kind: 'agent', reason: 'refusal' },
    ],
    [
      'is filtered',
      [{ finishReason: { unified: 'content-filter', raw: 'SAFETY' } }],
      {},
      { kind: 'agent', reason: 'content_filter' },
    ],
    ['is cut', [{ finishReason: { unified: 'length', raw: 'length' } }], {}, { kind: 'limit', reason: 'tokens' }],
    [
      'writes what its provider cannot read',
      [{ finishReason: { unified: 'error', raw: 'MALFORMED_FUNCTION_CALL' } }],
      {},
      { kind: 'agent', reason: 'bad_output' },
    ],
    ['takes all steps', [{ content: [call('b')] }], { steps: 3 }, { kind: 'limit', reason: 'steps' }],
    ['uses all tokens', [{ content: [call('b')] }], { tokens: { total: 45 } }, { kind: 'limit', reason: 'tokens' }],
    [
      'uses all tokens of output',
      [{ content: [call('b')] }],
      { tokens: { output: 15 } },
      { kind: 'limit', reason: 'tokens' },
    ],
    ['costs too much', [{ content: [call('b')] }], { cost: 30 }, { kind: 'limit', reason: 'cost' }],
    ['is refused too often', [{ content: [call('a')] }], { toolErrors: 3 }, { kind: 'limit', reason: 'tool_errors' }],
  ])('ends when a model %s', async (_, turns, limits, ended) => {
    const result = await chat(turns, [refused, tool('b'), submit, giveUp], limits)
    expect(result.ended).toMatchObject(ended)
    if (result.ended.kind === 'limit' && !/^The (answer|context)/.test(result.ended.message ?? '')) {
      expect(result.counts.steps).toBe(3)
    }
  })

  it('counts only consecutive errors', async () => {
    const turns = Array.from({ length: 4 }, () => ({ content: [call('a'), call('a', '{}', 'a2'), call('b')] }))
    const { ended } = await chat([...turns, { content: [call('submit')] }], [refused, tool('b'), submit], {
      toolErrors: 3,
    })
    expect(ended.reason).toBe('done')
  })

  it('cuts long results between characters, and passes the whole result on', async () => {
    const { document, observations } = await chat(
      [{ content: [call('a')] }, { content: [call('submit')] }],
      [tool('a', { text: 'ab🙂cd' }), submit],
      { observation: 3 },
    )
    expect(JSON.stringify(document.steps[2])).toContain(
      '"ab\\n[Cut: these are the first 2 of 6 characters. Ask for less, or for the next page.]"',
    )
    expect(observations[0]).toMatchObject({ step: 1, tool: 'a', content: 'ab🙂cd' })
  })

  it('reports an unknown cost if the provider does not report usage', async () => {
    const none = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined }
    const usage = { inputTokens: none, outputTokens: { total: undefined, text: undefined, reasoning: undefined } }
    const { tally, document } = await chat([{ content: [call('submit')], usage }], [submit])
    expect([tally.usage, tally.cost]).toEqual([null, null])
    expect(document.final_metrics).toEqual({ total_steps: 3 })
    expect(document.steps[2]?.metrics).toBeUndefined()
  })
})
