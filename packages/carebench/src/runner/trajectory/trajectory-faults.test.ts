import type { JsonObject, JsonValue } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { findTrajectoryFaults, isTrajectory } from './trajectory-faults.js'

const call = { tool_call_id: 'c1', function_name: 'fhir_search_type', arguments: { type: 'Patient' } }
const steps: JsonObject[] = [
  { step_id: 1, source: 'system', message: 'You work on tasks.' },
  { step_id: 2, source: 'user', message: [{ type: 'text', text: 'Find her.' }], timestamp: '2026-11-22T20:00:00.000Z' },
  {
    step_id: 3,
    source: 'agent',
    message: '',
    model_name: 'm',
    reasoning_effort: 0.5,
    reasoning_content: 'First the patient.',
    tool_calls: [call],
    observation: { results: [{ source_call_id: 'c1', content: '{}', extra: { status: 200, log_seq: 1 } }] },
    metrics: { prompt_tokens: 10, completion_tokens: 2, cached_tokens: 0, cost_usd: 0.01 },
    llm_call_count: 1,
  },
]
const valid = {
  schema_version: 'ATIF-v1.7',
  session_id: 's',
  agent: { name: 'carebench', version: '1', model_name: 'm', tool_definitions: [{ type: 'function' }] },
  steps,
  final_metrics: { total_steps: 3, total_cost_usd: 0.01 },
  notes: null,
} satisfies JsonObject

function withStep(index: number, change: JsonObject): JsonObject {
  return { ...valid, steps: steps.map((step, at) => (at === index ? { ...step, ...change } : step)) }
}

function withResult(result: JsonObject): JsonObject {
  return withStep(2, { observation: { results: [result] } })
}

const sub = { schema_version: 'ATIF-v1.7', agent: { name: 'sub', version: '1' }, steps: [steps[0] as JsonObject] }

describe('findTrajectoryFaults', () => {
  it('accepts everything that the format allows', () => {
    expect(findTrajectoryFaults(valid)).toEqual([])
    expect(isTrajectory(valid)).toBe(true)
    const image = { type: 'image', source: { media_type: 'image/png', path: 'scan.png' } }
    expect(findTrajectoryFaults(withResult({ content: [image], source_call_id: null }))).toEqual([])
    expect(findTrajectoryFaults({ ...valid, subagent_trajectories: [{ ...sub, trajectory_id: 'a' }] })).toEqual([])
    expect(findTrajectoryFaults(withStep(2, { llm_call_count: 0, metrics: null, reasoning_content: null }))).toEqual([])
  })

  const broken: readonly (readonly [string, JsonValue, string])[] = [
    ['another document', [], ''],
    ['an older version', { ...valid, schema_version: 'ATIF-v1.4' }, '/schema_version'],
    ['no agent', { schema_version: 'ATIF-v1.7', steps }, '/agent'],
    ['an agent without a version', { ...valid, agent: { name: 'a' } }, '/agent/version'],
    ['no steps', { ...valid, steps: [] }, '/steps'],
    ['an unknown member', { ...valid, verdict: 'pass' }, '/verdict'],
    ['an unknown member of a step', withStep(0, { log_seq: 3 }), '/steps/0/log_seq'],
    ['a gap in the numbers', withStep(1, { step_id: 4 }), '/steps/1/step_id'],
    ['an unknown source', withStep(0, { source: 'tool' }), '/steps/0/source'],
    ['no message', withStep(0, { message: null }), '/steps/0/message'],
    ['a date without a meaning', withStep(0, { timestamp: 'yesterday' }), '/steps/0/timestamp'],
    ['metrics of a user', withStep(1, { metrics: { prompt_tokens: 1 } }), '/steps/1/metrics'],
    ['tool calls of a user', withStep(1, { tool_calls: [] }), '/steps/1/tool_calls'],
    ['metrics without a model', withStep(2, { llm_call_count: 0, reasoning_content: null }), '/steps/2/metrics'],
    [
      'arguments as text',
      withStep(2, { tool_calls: [{ ...call, arguments: '{}' }] }),
      '/steps/2/tool_calls/0/arguments',
    ],
    ['a result of another step', withResult({ source_call_id: 'c0' }), '/steps/2/observation/results/0/source_call_id'],
    ['status outside extra', withResult({ status: 200 }), '/steps/2/observation/results/0/status'],
    [
      'an image without a source',
      withResult({ content: [{ type: 'image' }] }),
      '/steps/2/observation/results/0/content/0/source',
    ],
    [
      'a text with an image',
      withStep(1, { message: [{ type: 'text', text: 'a', source: { media_type: 'image/png', path: 'a' } }] }),
      '/steps/1/message/0/source',
    ],
    [
      'a reference to nothing',
      withResult({ subagent_trajectory_ref: [{ session_id: 's' }] }),
      '/steps/2/observation/results/0/subagent_trajectory_ref/0',
    ],
    [
      'an embedded trajectory without an id',
      { ...valid, subagent_trajectories: [sub] },
      '/subagent_trajectories/0/trajectory_id',
    ],
    [
      'the same id twice',
      {
        ...valid,
        subagent_trajectories: [
          { ...sub, trajectory_id: 'a' },
          { ...sub, trajectory_id: 'a' },
        ],
      },
      '/subagent_trajectories/1/trajectory_id',
    ],
    ['fractions of tokens', withStep(2, { metrics: { prompt_tokens: 1.5 } }), '/steps/2/metrics/prompt_tokens'],
    ['a negative number of steps', { ...valid, final_metrics: { total_steps: -1 } }, '/final_metrics/total_steps'],
  ]

  it.each(broken)('refuses %s', (_, document, path) => {
    expect(findTrajectoryFaults(document).map((fault) => fault.path)).toEqual([path])
    expect(isTrajectory(document)).toBe(false)
  })
})
