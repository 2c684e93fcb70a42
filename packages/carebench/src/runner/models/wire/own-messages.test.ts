import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { chatOverWire, refused, type WireProvider } from '../../../testing/wire-chat.js'

const wrap: Readonly<Record<WireProvider, (message: readonly JsonObject[]) => JsonObject>> = {
  openai: (output) => ({ id: 'resp_1', object: 'response', created_at: 1, status: 'completed', model: 'm-1', output }),
  anthropic: (content) => ({
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    model: 'm-1',
    content,
    stop_reason: 'tool_use',
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
  google: (parts) => ({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] }),
  local: ([message = {}]) => ({
    id: 'c',
    created: 1,
    model: 'm-1',
    choices: [{ message, finish_reason: 'tool_calls' }],
  }),
}

const giveUp: Readonly<Record<WireProvider, JsonObject>> = {
  openai: { type: 'function_call', id: 'fc_9', call_id: 'c9', name: 'give_up', arguments: '{}' },
  anthropic: { type: 'tool_use', id: 'c9', name: 'give_up', input: {} },
  google: { functionCall: { name: 'give_up', args: {} } },
  local: { role: 'assistant', content: null, tool_calls: [makeCall('c9', 'give_up', '{}')] },
}

function makeCall(id: string, name: string, args: string): JsonObject {
  return { id, type: 'function', function: { name, arguments: args } }
}

function reasoning(id: string): JsonObject {
  return { type: 'reasoning', id, encrypted_content: `sealed ${id}`, summary: [{ type: 'summary_text', text: 'Hm.' }] }
}

function item(number: number, args = '{}', name = 'look'): JsonObject {
  const id = `fc_${number}`
  return { type: 'function_call', id, call_id: `c${number}`, name, arguments: args, status: 'completed' }
}

const said: JsonObject = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'And.', annotations: [] }],
}

/** The assistant's part of the second request. */
async function sentBack(provider: WireProvider, message: readonly JsonObject[]) {
  const { bodies, calls } = await chatOverWire(provider, [wrap[provider](message), wrap[provider]([giveUp[provider]])])
  const { messages, input, contents } = bodies[1] ?? {}
  const items = [messages, input, contents].find(Array.isArray) ?? []
  return { items, calls, bodies }
}

describe('the message of a provider', () => {
  it('goes back in order from Responses, with its encrypted parts', async () => {
    const output = [reasoning('rs_1'), item(1), reasoning('rs_2'), item(2), reasoning('rs_3'), said]
    const { items, calls } = await sentBack('openai', output)
    expect(items.slice(2, 8)).toEqual(output)
    expect(items.slice(8)).toMatchObject([{ call_id: 'c1' }, { call_id: 'c2' }])
    expect(calls).toHaveLength(2)
  })

  it('goes back in order from Gemini, with the signature of an empty text', async () => {
    const parts = [
      { text: 'Hm.', thought: true },
      { functionCall: { name: 'look', args: { at: 1 } }, thoughtSignature: 'sig-1' },
      { text: 'After it.' },
      { functionCall: { id: 'f2', name: 'look', args: { at: 2 } } },
      { text: '', thoughtSignature: 'sig-2' },
    ]
    const { items } = await sentBack('google', parts)
    expect(items[1]).toEqual({ role: 'model', parts })
    // The result of a call without an id has none either.
    const results = items[2] as unknown as { readonly parts: readonly { readonly functionResponse: JsonObject }[] }
    expect(results.parts.map(({ functionResponse }) => functionResponse.id)).toEqual([undefined, 'f2'])
  })

  it('goes back from Messages with signatures between calls, without empty texts, which are rejected', async () => {
    const content = [
      { type: 'thinking', thinking: 'Hm.', signature: 's1' },
      { type: 'tool_use', id: 'c1', name: 'look', input: { at: 1 } },
      { type: 'thinking', thinking: '', signature: 's2' },
      { type: 'tool_use', id: 'c2', name: 'look', input: {} },
    ]
    const { items } = await sentBack('anthropic', [{ type: 'text', text: '' }, ...content])
    expect(items[1]).toEqual({ role: 'assistant', content })
  })

  it('goes back from chat completions with members that only its server knows', async () => {
    const message = {
      role: 'assistant',
      content: 'Now.',
      reasoning: 'Hm.',
      reasoning_details: [{ type: 'reasoning.encrypted', data: 'sealed', index: 0 }],
      tool_calls: [
        { ...makeCall('c1', 'look', '{"at": 1}'), extra_content: { google: { thought_signature: 'sig' } } },
        makeCall('c2', 'look', '{"at":'),
      ],
    }
    const { items, calls } = await sentBack('local', [message])
    expect(items[2]).toEqual(message)
    expect(calls).toEqual([{ at: 1 }])
  })

  it.each<WireProvider>(['openai', 'anthropic', 'google', 'local'])(
    'has tool names that %s rejects replaced',
    async (provider) => {
      const wrong: Readonly<Record<WireProvider, JsonObject>> = {
        openai: item(1, '{}', 'find her!'),
        anthropic: { type: 'tool_use', id: 'c1', name: 'find her!', input: {} },
        google: { functionCall: { name: 'find her!', args: {} } },
        local: { role: 'assistant', content: null, tool_calls: [makeCall('c1', 'find her!', '{}')] },
      }
      const { items } = await sentBack(provider, [wrong[provider]])
      expect(JSON.stringify(items)).toContain('"name":"unknown_tool"')
    },
  )

  it.each<WireProvider>(['openai', 'local'])('has 1.2 MB of invalid arguments clipped: %s', async (provider) => {
    const args = `{"at": ${'9'.repeat(1_200_000)}`
    const message =
      provider === 'openai'
        ? item(1, args)
        : { role: 'assistant', content: '', tool_calls: [makeCall('c1', 'look', args)] }
    const { bodies, items } = await sentBack(provider, [message])
    expect(JSON.stringify(bodies[1]).length).toBeLessThan(10_000)
    expect(JSON.stringify(items)).toContain('Clipped: these are the first 1000 of 1200007 characters.')
  })

  it('is written by the package of the provider if the provider rejects its own', async () => {
    const message = { role: 'assistant', content: null, tool_calls: [makeCall('c1', 'look', '{"at":')] }
    const { ended, bodies } = await chatOverWire('local', (body, turn) => {
      if (turn === 0) return wrap.local([message])
      return JSON.stringify(body).includes('"arguments":"{\\"at\\":"')
        ? refused(400, 'Expecting value: line 1 column 7 (char 6)')
        : wrap.local([giveUp.local])
    })
    expect(ended).toEqual({ kind: 'completed', reason: 'gave_up' })
    expect(JSON.stringify(bodies[2])).toContain('invalid_json')
  })
})
