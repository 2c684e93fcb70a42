import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { chatOverWire, type WireProvider } from '../../../testing/wire-chat.js'

type Reason = readonly [provider: WireProvider, reason: string, ended: string]

/** Returns a response with an end reason, optionally with a call whose arguments happen to be valid JSON. */
const answers: Readonly<Record<WireProvider, (reason: string, call: boolean) => JsonObject>> = {
  openai: (reason, call) => ({
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    model: 'm-1',
    status: reason === 'refusal' ? 'completed' : 'incomplete',
    incomplete_details: reason === 'refusal' || reason === 'incomplete' ? null : { reason },
    output: [
      ...(reason === 'refusal'
        ? [{ type: 'message', id: 'm', role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] }]
        : []),
      ...(call ? [{ type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'look', arguments: '{}' }] : []),
    ],
  }),
  anthropic: (reason, call) => ({
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    model: 'm-1',
    content: call ? [{ type: 'tool_use', id: 'c1', name: 'look', input: { partial: true } }] : [],
    stop_reason: reason,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
  google: (reason, call) => ({
    candidates: [
      {
        content: { role: 'model', parts: call ? [{ functionCall: { name: 'look', args: {} } }] : [] },
        finishReason: reason,
      },
    ],
  }),
  local: (reason, call) => ({
    id: 'c',
    created: 1,
    model: 'm-1',
    choices: [
      {
        message: {
          role: 'assistant',
          content: null,
          ...(reason === 'refusal' && { refusal: 'No.' }),
          ...(call && { tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }] }),
        },
        finish_reason: reason === 'refusal' ? 'stop' : reason,
      },
    ],
  }),
}

const reasons: readonly Reason[] = [
  ['openai', 'max_output_tokens', 'limit/tokens'],
  ['openai', 'incomplete', 'limit/tokens'],
  ['openai', 'content_filter', 'agent/content_filter'],
  ['openai', 'refusal', 'agent/refusal'],
  ['anthropic', 'max_tokens', 'limit/tokens'],
  ['anthropic', 'model_context_window_exceeded', 'limit/context_window'],
  ['anthropic', 'refusal', 'agent/refusal'],
  ['google', 'MAX_TOKENS', 'limit/tokens'],
  ['google', 'SAFETY', 'agent/content_filter'],
  ['google', 'PROHIBITED_CONTENT', 'agent/content_filter'],
  ['google', 'MALFORMED_FUNCTION_CALL', 'agent/bad_output'],
  ['local', 'length', 'limit/tokens'],
  ['local', 'MAX_TOKENS', 'limit/tokens'],
  ['local', 'model_context_window_exceeded', 'limit/context_window'],
  ['local', 'content_filter', 'agent/content_filter'],
  ['local', 'sensitive', 'agent/content_filter'],
  ['local', 'refusal', 'agent/refusal'],
]

describe('an answer that ends early', () => {
  it.each(reasons)('of %s with %s runs no call and ends the trial as %s', async (provider, reason, expected) => {
    for (const hasCall of [true, false]) {
      const { ended, calls, document } = await chatOverWire(provider, [answers[provider](reason, hasCall)])
      expect(`${ended.kind}/${ended.reason}`).toBe(expected)
      expect(calls).toEqual([])
      expect(document.steps[2]?.observation).toBeUndefined()
    }
  })

  it.each(['error', 'network_error', 'insufficient_system_resource'])(
    'of a provider that failed with %s is retried',
    async (reason) => {
      const { ended, calls } = await chatOverWire('local', (_, turn) =>
        turn === 0 ? answers.local(reason, true) : answers.local('length', false),
      )
      expect([ended.reason, calls]).toEqual(['tokens', []])
    },
  )
})
