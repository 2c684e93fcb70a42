import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { chatOverWire, refused, streamed, type WireProvider } from '../../../testing/wire-chat.js'
import { exchanges } from './exchange.js'
import { createWireFetch } from './wire-fetch.js'

const done = { id: 'c', model: 'm-1', choices: [{ message: { content: 'Done.' }, finish_reason: 'stop' }] }

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

function stream(...texts: readonly string[]): Response {
  return new Response(texts.join(''), { headers: { 'content-type': 'text/event-stream' } })
}

describe('a connection to a provider', () => {
  it.each<[WireProvider, readonly string[], string]>([
    ['local', [event({ error: { message: 'Slow down.', code: 429 } })], 'rate_limit'],
    ['local', [event({ object: 'error', message: 'maximum context length is 8 tokens', code: 400 })], 'context_window'],
    [
      'anthropic',
      [
        event({ type: 'message_start', message: {} }),
        event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
      ],
      'provider_5xx',
    ],
    ['google', [event({ error: { code: 403, message: 'No.', status: 'PERMISSION_DENIED' } })], 'auth'],
    [
      'openai',
      [event({ type: 'error', code: 'context_length_exceeded', message: 'Your input exceeds the context window.' })],
      'context_window',
    ],
    ['local', [event({ choices: [{ delta: { content: 'Half' } }] })], 'network'],
    ['anthropic', [event({ type: 'message_start', message: { content: [] } })], 'network'],
  ])('to %s classifies errors in the middle of a stream (%#)', async (provider, texts, reason) => {
    const { ended } = await chatOverWire(provider, () => stream(...texts))
    expect(ended.reason).toBe(reason)
  })

  it('requests whole responses from a server that does not stream', async () => {
    const { ended, bodies } = await chatOverWire('local', (body) =>
      body.stream === true ? refused(400, 'Unknown parameter: stream_options') : Response.json(done),
    )
    expect(ended).toMatchObject({ reason: 'no_tool_call', message: 'Done.' })
    expect(bodies.map(({ stream: one }) => one)).toEqual([true, undefined])
  })

  it('accepts a whole response to a request for a stream', async () => {
    expect((await chatOverWire('local', () => Response.json(done))).ended).toMatchObject({ message: 'Done.' })
  })

  it('reports each part of a response, but not keep-alive events', async () => {
    const parts = [
      ': keep-alive\n\n',
      event({ type: 'ping' }),
      event({ type: 'message_start', message: { content: [] } }),
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
      event({ type: 'message_delta', delta: { stop_reason: 'end_turn' } }),
    ]
    let progress = 0
    const fetch = createWireFetch(async () => stream(...parts))
    const about = { own: [], onProgress: () => progress++, onAnswer: () => undefined }
    const body = JSON.stringify({ messages: [] })
    const response = await exchanges.run(about, () => fetch('http://127.0.0.1/v1/messages', { method: 'POST', body }))
    expect(await response.json()).toMatchObject({ stop_reason: 'end_turn', content: [{ type: 'text' }] })
    expect(progress).toBe(3)
  })

  it('assembles a response however its bytes are split', async () => {
    const answer: JsonObject = {
      id: 'c',
      model: 'm-1',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Grüße 🙂' }, finish_reason: 'stop' }],
    }
    const bytes = new Uint8Array(await streamed('local', answer).arrayBuffer())
    const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.slice(at * 7, at * 7 + 7))
    const body = new ReadableStream({
      pull(controller) {
        const piece = pieces.shift()
        if (piece === undefined) controller.close()
        else controller.enqueue(piece)
      },
    })
    const { ended } = await chatOverWire('local', () => new Response(body))
    expect(ended.message).toBe('Grüße 🙂')
  })
})

it.each([
  [
    'bytes',
    { bytes: 10_000, events: 1_000_000 },
    'text/event-stream',
    event({ choices: [{ delta: { content: 'x' } }] }),
  ],
  ['events', { bytes: 1_000_000, events: 100 }, 'text/event-stream', event({})],
  ['bytes', { bytes: 10_000, events: 1_000_000 }, 'application/json', ' '],
])('rejects a response with too many %s (%#)', async (what, limits, type, text) => {
  let isCancelled = false
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(text)),
    cancel: () => {
      isCancelled = true
    },
  })
  const fetch = createWireFetch(async () => new Response(endless, { headers: { 'content-type': type } }), limits)
  const asked = fetch('http://localhost/v1/chat/completions', { method: 'POST', body: '{}' })
  await expect(asked).rejects.toThrow(`The provider sent more than ${limits[what as 'bytes' | 'events']} ${what}.`)
  expect(isCancelled).toBe(true)
})

it('follows a redirect on the same host, and sends no key to another host', async () => {
  const asked: string[] = []
  const fetch = (location: string) =>
    createWireFetch(async (input) => {
      asked.push(String(input))
      return asked.length === 1 ? new Response(null, { status: 307, headers: { location } }) : Response.json(done)
    })
  const init = { method: 'POST', body: '{}', headers: { 'x-api-key': 'secret' } }
  const answer = await fetch('/v2/chat/completions')('http://localhost/v1/chat/completions', init)
  expect([answer.status, asked]).toEqual([
    200,
    ['http://localhost/v1/chat/completions', 'http://localhost/v2/chat/completions'],
  ])
  asked.length = 0
  const moved = fetch('http://127.0.0.2/v1/chat/completions')('http://localhost/v1/chat/completions', init)
  await expect(moved).rejects.toThrow('another address, http://127.0.0.2,')
  expect(asked).toHaveLength(1)
})

it('reads an event that arrives in many pieces, and split line ends', async () => {
  const whole = event({ choices: [{ delta: { content: 'x'.repeat(20_000) } }] })
  const end = event({ choices: [{ delta: {}, finish_reason: 'stop' }] })
  const bytes = new TextEncoder().encode((whole + end).replaceAll('\n', '\r\n'))
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at++) controller.enqueue(bytes.subarray(at, at + 1))
      controller.close()
    },
  })
  const fetch = createWireFetch(async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
  const answer = await fetch('http://localhost/v1/chat/completions', { method: 'POST', body: '{}' })
  expect(await answer.json()).toMatchObject({ choices: [{ message: { content: 'x'.repeat(20_000) } }] })
})
