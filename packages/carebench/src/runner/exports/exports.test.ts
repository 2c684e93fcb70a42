import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { makeHostileTrial, makeRunFolder } from '../../testing/make-tried-folder.js'
import { createRedact } from '../results/redact.js'
import { Cleaning } from './cleaning.js'
import { openExportedRun } from './exported-run.js'
import { createInspectLog } from './inspect-log.js'
import { createTrace } from './otlp-trace.js'

const cleaning = new Cleaning({ redact: createRedact(['sk-0123456789']), longest: 200 })

const step = {
  step_id: 2,
  source: 'agent',
  message: 'First the chart.',
  reasoning_content: 'Her city.',
  timestamp: '2026-11-23T03:00:01.500Z',
  tool_calls: [{ tool_call_id: 'c1', function_name: 'fhir_read', arguments: { id: 'p1' } }],
  observation: { results: [{ source_call_id: 'c1', content: '{"status":200}', extra: { status: 200, log_seq: 4 } }] },
  metrics: { prompt_tokens: 1000, completion_tokens: 50, cached_tokens: 600 },
  extra: { finish_reason: 'tool-calls' },
}
const trajectory: JsonObject = {
  schema_version: 'ATIF-v1.7',
  agent: { name: 'carebench', version: '1', model_name: 'm-1' },
  steps: [{ step_id: 1, source: 'user', message: 'Report the city.' }, step],
}
const record: JsonObject = {
  task: { task_item: { instruction: 'Report the city.' } },
  result: {
    criterion_runs: [
      { label: 'The city is reported', outcome: 'passed', score: 1, details: 'It is {"$gte":1}.', axis: 'correctness' },
    ],
  },
}

function key(agent: string, trial: number, task = 'City') {
  return { agent, task, trial }
}

function makeFolder() {
  return makeRunFolder(
    [
      { key: key('model', 1), result: { undecided: { criteria: 1, alone: false } }, trajectory, record },
      makeHostileTrial(key('model', 2)),
      {
        key: key('script', 1),
        result: { model: null, usage: null, agent_kind: 'command', cost: { usd: null, source: 'none' } },
        calls: [{ at: '2026-11-23T03:00:01.000Z', ms: 7, method: 'GET', path: 'fhir/Patient/p1', status: 404 }],
      },
      {
        key: key('script', 2),
        result: {
          verdict: null,
          score: null,
          model: null,
          agent_kind: 'command',
          ended: { kind: 'infra', reason: 'rate_limit', message: 'Busy.' },
        },
      },
      { key: key('idle', 1) },
    ],
    { model: { kind: 'model', limits: { steps: 60 }, digest: 'e' } },
  )
}

function textsIn(value: JsonValue | undefined): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isJsonObject(value) ? Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]) : []
}

it('includes agents and trials of earlier commands', () => {
  const folder = makeFolder()
  const file = join(folder, 'run.json')
  const plan = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...plan, agents: ['idle', 'model'], trials: 1 }))
  const run = openExportedRun(folder)
  expect(run.agents).toEqual(['idle', 'model', 'script'])
  const numbers = (agent: string) => [...run.trialsOf(agent)].map(({ key }) => key.trial)
  expect([numbers('idle'), numbers('model'), numbers('script')]).toEqual([[1], [1, 2], [1]])
  expect(createInspectLog(run, 'model', cleaning)).toMatchObject({ eval: { config: { epochs: 2 } } })
})

describe('createInspectLog', () => {
  it('has a separate task id for each agent, because the viewer treats logs with one task id as retries', () => {
    const run = openExportedRun(makeFolder())
    const ids = run.agents.map((agent) => (createInspectLog(run, agent, cleaning).eval as JsonObject).task_id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has a sample for each task and an epoch for each trial', () => {
    const log = createInspectLog(openExportedRun(makeFolder()), 'model', cleaning)
    expect(log).toMatchObject({
      version: 2,
      status: 'success',
      eval: {
        task: 'desk',
        task_version: 3,
        created: '2026-11-23T03:00:00.000Z',
        model: 'google/m-1',
        config: { epochs: 2 },
      },
      results: {
        total_samples: 2,
        completed_samples: 2,
        scores: [
          { name: 'verdict', scored_samples: 2, metrics: { pass_rate: { value: 0.5 } } },
          { name: 'score', metrics: { mean: { value: 0.75 } } },
          { name: 'axis_correctness' },
          { name: 'axis_safety', metrics: { mean: { value: 0.5 } } },
          { name: 'undecided', scored_samples: 1, metrics: { mean: { value: 1 } } },
        ],
      },
      stats: { started_at: '2026-11-23T03:00:00.000Z', completed_at: '2026-11-23T03:00:04.000Z' },
    })
    const [sample, hostile] = log.samples as JsonObject[]
    expect(sample).toMatchObject({
      id: 'City',
      epoch: 1,
      input: 'Report the city.',
      total_time: 4,
      working_time: 3,
      model_usage: {
        'google/m-1': {
          input_tokens: 300,
          input_tokens_cache_read: 600,
          input_tokens_cache_write: 100,
          output_tokens: 50,
          reasoning_tokens: 20,
          total_tokens: 1050,
          total_cost: 0.25,
        },
      },
      scores: {
        verdict: {
          value: 'C',
          explanation: String.raw`- passed: The city is reported. It is {"\$gte":1}.`,
          metadata: { seal_digest: 'abc' },
        },
        score: { value: 1 },
      },
      messages: [
        { role: 'user', content: 'Report the city.' },
        {
          role: 'assistant',
          content: [{ reasoning: 'Her city.' }, { text: 'First the chart.' }],
          tool_calls: [{ id: 'c1', function: 'fhir_read', arguments: { id: 'p1' }, type: 'function' }],
        },
        { role: 'tool', tool_call_id: 'c1', function: 'fhir_read', metadata: { log_seq: 4 } },
      ],
    })
    expect(sample).not.toHaveProperty('error')
    expect(hostile).toMatchObject({ epoch: 2, scores: { verdict: { value: 'P' } }, limit: { type: 'turn', limit: 60 } })
  })

  it('has no score for an unscored trial, and shows the calls of an agent without a trajectory', () => {
    const log = createInspectLog(openExportedRun(makeFolder()), 'script', cleaning)
    expect(log).toMatchObject({
      status: 'success',
      eval: { model: 'carebench/script' },
      results: { completed_samples: 1 },
    })
    const [scored, unscored] = log.samples as JsonObject[]
    expect(scored?.messages).toMatchObject([
      { role: 'assistant', tool_calls: [{ arguments: { method: 'GET', path: 'fhir/Patient/p1' } }] },
      { role: 'tool', content: 'Status 404, 7 ms.' },
    ])
    expect(unscored).toMatchObject({ error: { message: 'infra/rate_limit: Busy.' } })
    expect(unscored).not.toHaveProperty('scores')
    expect(createInspectLog(openExportedRun(makeFolder()), 'idle', cleaning)).toMatchObject({ status: 'cancelled' })
  })
})

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, JsonValue>> }[]
  readonly events?: readonly JsonObject[]
  readonly status: JsonObject
}

function listSpans(folder: string, agent: string, content = false): (readonly Span[])[] {
  const run = openExportedRun(folder)
  return [...run.trialsOf(agent)].flatMap((trial) => {
    const trace = createTrace(run, trial, { cleaning, content })
    if (trace === undefined) return []
    const [resource] = trace.resourceSpans as unknown as readonly {
      readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
    }[]
    return [resource?.scopeSpans[0]?.spans ?? []]
  })
}

function readAttributes(span: Span | undefined): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries(
    (span?.attributes ?? []).map(({ key: name, value }) => [name, Object.values(value)[0] ?? null]),
  )
}

describe('createTrace', () => {
  it('has a span for the agent, for each response and for each call', () => {
    const [spans = []] = listSpans(makeFolder(), 'model')
    expect(spans.map(({ name, kind }) => [name, kind])).toEqual([
      ['invoke_agent model', 1],
      ['chat m-1', 3],
      ['execute_tool fhir_read', 1],
    ])
    const [root, chat, tool] = spans
    expect(root).toMatchObject({
      startTimeUnixNano: '1795402800000000000',
      endTimeUnixNano: '1795402804000000000',
      status: {},
    })
    expect(chat).toMatchObject({
      parentSpanId: root?.spanId,
      startTimeUnixNano: '1795402800000000000',
      endTimeUnixNano: '1795402801500000000',
    })
    expect(readAttributes(root)).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': 'gcp.gemini',
      'gen_ai.usage.input_tokens': '1000',
      'carebench.verdict': 'pass',
    })
    expect(readAttributes(chat)).toMatchObject({ 'gen_ai.usage.output_tokens': '50' })
    expect(readAttributes(tool)).toMatchObject({ 'gen_ai.tool.name': 'fhir_read', 'carebench.log_seq': '4' })
    expect(root?.events).toMatchObject([
      {
        name: 'gen_ai.evaluation.result',
        attributes: [
          { key: 'gen_ai.evaluation.name', value: { stringValue: 'The city is reported' } },
          { key: 'gen_ai.evaluation.score.label', value: { stringValue: 'passed' } },
          { key: 'gen_ai.evaluation.explanation' },
          { key: 'gen_ai.evaluation.score.value', value: { doubleValue: 1 } },
        ],
      },
      { attributes: [{ value: { stringValue: 'carebench' } }, { value: { stringValue: 'pass' } }, {}] },
    ])
    const ids = spans.map(({ spanId }) => spanId)
    expect(new Set(ids).size).toBe(3)
    for (const { traceId, spanId } of spans) expect(`${traceId} ${spanId}`).toMatch(/^[0-9a-f]{32} [0-9a-f]{16}$/)
  })

  it('leaves contents out unless requested, and then writes them as valid JSON', () => {
    const contents = /messages|instructions|arguments|call\.result/
    for (const [index, spans] of listSpans(makeFolder(), 'model').entries()) {
      const names = spans.flatMap(({ attributes }) => attributes.map(({ key: name }) => name))
      expect(names.filter((name) => contents.test(name))).toEqual([])
      const withContent = listSpans(makeFolder(), 'model', true)[index] ?? []
      const texts = withContent.flatMap((span) =>
        Object.entries(readAttributes(span)).filter(([name]) => contents.test(name) && !name.endsWith('result')),
      )
      expect(texts.length).toBeGreaterThan(2)
      for (const [, text] of texts) expect(() => JSON.parse(String(text))).not.toThrow()
    }
  })

  it('shows the calls of an agent without a trajectory, and what went wrong', () => {
    const [scored = [], unscored = []] = listSpans(makeFolder(), 'script')
    expect(scored[1]).toMatchObject({
      name: 'execute_tool fhir',
      startTimeUnixNano: '1795402801000000000',
      endTimeUnixNano: '1795402801007000000',
      status: { code: 2 },
    })
    expect(readAttributes(scored[1])).toMatchObject({ 'http.response.status_code': '404', 'error.type': '404' })
    expect(unscored[0]?.status).toEqual({ code: 2, message: 'Busy.' })
    expect(readAttributes(unscored[0])).toMatchObject({
      'error.type': 'rate_limit',
      'gen_ai.provider.name': 'carebench.command',
    })
    expect(listSpans(makeFolder(), 'idle')).toEqual([])
  })
})

it('the same folder gives the same bytes, without unsafe characters, secrets and texts beyond the limit', () => {
  const folder = makeFolder()
  const write = () => {
    const run = openExportedRun(folder)
    const traces = [...run.trialsOf('model')].map((trial) => createTrace(run, trial, { cleaning, content: true }) ?? {})
    return [createInspectLog(run, 'model', cleaning), ...traces]
  }
  const documents = write()
  expect(JSON.stringify(write())).toBe(JSON.stringify(documents))
  const texts = textsIn(documents)
  expect(texts.join('\n')).toContain('[Cut: these are the first 200 of ')
  // JSON within a text is not cut.
  const long = texts.filter((text) => text.length > 300 && !/^[[{]/.test(text))
  expect(long).toEqual([])
  const all = texts.join('\n')
  expect(all).not.toContain('sk-0123456789')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none is left.
  expect(all).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\p{Surrogate}/u)
  expect(all).toContain('\ufffd[31mred')
})

it('refuses a folder that is not of a run', () => {
  expect(() => openExportedRun('/nowhere')).toThrow('/nowhere is not the folder of a run')
})
