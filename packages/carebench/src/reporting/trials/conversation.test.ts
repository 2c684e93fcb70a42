import { readConversation, readTrajectory } from '@carebench/server/dashboard/task'
import { describe, expect, it } from 'vitest'
import { makeCall } from '../../testing/make-records.js'
import { readProxiedCalls } from './proxied-calls.js'

const { steps } = readTrajectory([
  makeCall(1, { path: 'Patient/1' }),
  makeCall(2, { path: 'Task', method: 'POST', effects: 1 }),
  { ...makeCall(3, { path: 'Slot', effects: 1 }), actor: 'scenario' },
  makeCall(4, { path: 'Task/9', status: 404 }),
])

function call(id: string, name: string) {
  return { tool_call_id: id, function_name: name, arguments: { id } }
}

function result(id: string, extra: object) {
  return { source_call_id: id, content: `what ${id} returned`, extra }
}

const trajectory = {
  steps: [
    { source: 'system', message: 'Work.' },
    {
      source: 'user',
      message: [
        { type: 'text', text: 'The task' },
        { type: 'image', source: { media_type: 'image/png', path: 'a.png' } },
      ],
    },
    { source: 'user', message: 'copied', is_copied_context: true },
    {
      source: 'agent',
      message: 'First.',
      reasoning_content: 'Hm.',
      metrics: { prompt_tokens: 10, completion_tokens: 2 },
      tool_calls: [call('a', 'read'), call('b', 'unknown')],
      observation: { results: [result('b', { is_error: true }), result('a', { status: 200, log_seq: 1 })] },
    },
    {
      source: 'agent',
      message: '',
      tool_calls: [call('c', 'remove')],
      observation: { results: [result('c', { status: 404, log_seq: 4 }), { content: 'of no call' }] },
    },
  ],
}

function outline(turns: ReturnType<typeof readConversation>) {
  return turns.map(({ speaker, calls }) => [speaker, ...calls.map(({ name, step }) => `${name} ${step?.seq ?? '-'}`)])
}

describe('a conversation', () => {
  const turns = readConversation(trajectory, steps)

  it('has messages with their calls, and the other entries of the log where they happened', () => {
    expect(outline(turns)).toEqual([
      ['system'],
      ['user'],
      ['agent', 'read 1', 'unknown -'],
      ['agent', 'FHIR POST /Task 2'],
      ['scenario', 'FHIR GET /Slot 3'],
      ['agent', 'remove 4', 'observation -'],
    ])
    expect(turns.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('contains responses and failures', () => {
    expect(turns[1]?.message).toBe('The task\n[image/png: a.png]')
    expect(turns[2]).toMatchObject({ message: 'First.', reasoning: 'Hm.', tokens: { input: 10, output: 2 } })
    const [read, unknown] = turns[2]?.calls ?? []
    expect(read).toMatchObject({ arguments: { id: 'a' }, response: 'what a returned', status: 200, isError: false })
    expect(unknown).toMatchObject({ response: 'what b returned', status: null, isError: true })
    expect(turns[5]?.calls[0]).toMatchObject({ status: 404, isError: true })
  })

  it('of an agent without a trajectory is the log', () => {
    expect(outline(readConversation(undefined, steps))).toHaveLength(4)
    expect(outline(readConversation({ steps: 'none' }, steps))).toHaveLength(4)
  })

  it('without log entries comes before the log', () => {
    const foreign = { steps: [{ source: 'agent', message: 'Done.' }] }
    expect(outline(readConversation(foreign, steps)).map(([speaker]) => speaker)).toEqual([
      'agent',
      'agent',
      'agent',
      'scenario',
      'agent',
    ])
  })
})

it('calls through the proxy replace the conversation if there is no record', () => {
  const lines = [
    '{"number":1,"at":"2026-03-02T09:00:00.000Z","method":"GET","path":"fhir/Patient","status":200}',
    '{"number":2,"method":"POST","path":"mcp","tool":"fhir_search","status":503}',
    'null',
    '{"number":3,"meth',
  ]
  const turns = readProxiedCalls(lines.join('\n'))
  expect(turns.map(({ number, calls }) => [number, calls[0]?.name, calls[0]?.status, calls[0]?.isError])).toEqual([
    [1, 'GET /fhir/Patient', 200, false],
    [2, 'fhir_search', 503, true],
    [3, '? /', null, false],
  ])
  expect(readProxiedCalls('')).toEqual([])
})
