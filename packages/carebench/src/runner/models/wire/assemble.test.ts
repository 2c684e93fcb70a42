import type { JsonObject } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { chat } from './chat.js'
import { gemini } from './gemini.js'
import { messages } from './messages.js'
import { responses } from './responses.js'

const text = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
const args = fc.dictionary(fc.string({ maxLength: 3 }), fc.oneof(text, fc.integer()), { maxKeys: 3 })

/** Cuts a text into pieces, none of them empty. */
function pieces(whole: string, size: number): string[] {
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, at) => whole.slice(at * size, at * size + size))
}

const size = fc.integer({ min: 1, max: 7 })
const scale = { numRuns: 20 * inject('scale') }

it('assembles chat completions from their pieces', () => {
  const call = fc.record({ name: text, args, extra: fc.option(text, { nil: undefined }) })
  fc.assert(
    fc.property(text, text, fc.array(call, { maxLength: 3 }), size, (content, reasoning, calls, cut) => {
      const whole = calls.map(({ name, args: given, extra }, index) => ({
        id: `c${index}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(given) },
        ...(extra !== undefined && { extra_content: { google: { thought_signature: extra } } }),
      }))
      const event = (delta: JsonObject, end: string | null = null) => ({ choices: [{ delta, finish_reason: end }] })
      const events = [
        ...pieces(reasoning, cut).map((piece) => event({ role: 'assistant', reasoning_content: piece })),
        ...pieces(content, cut).map((piece) => event({ content: piece })),
        ...whole.flatMap(({ function: { name, arguments: written }, ...rest }, index) => [
          event({ tool_calls: [{ ...rest, index, function: { name, arguments: '' } }] }),
          ...pieces(written, cut).map((piece) => event({ tool_calls: [{ index, function: { arguments: piece } }] })),
        ]),
        event({}, 'stop'),
      ]
      const calling = whole.length === 0 ? {} : { tool_calls: whole }
      const message = { role: 'assistant', content, reasoning_content: reasoning, ...calling }
      expect(chat.assemble(events)?.choices).toEqual([{ index: 0, message, finish_reason: 'stop' }])
      expect(chat.assemble(events.slice(0, -1))).toBeUndefined()
    }),
    scale,
  )
})

it('assembles messages from their blocks', () => {
  const block = fc.oneof(
    fc.record({ type: fc.constant('text'), text }),
    fc.record({ type: fc.constant('thinking'), thinking: text, signature: text }),
    fc.record({ type: fc.constant('tool_use'), id: text, name: text, input: args }),
  )
  fc.assert(
    fc.property(fc.array(block, { maxLength: 4 }), size, (content, cut) => {
      const events = content.flatMap((one, index) => {
        const delta = (given: JsonObject) => ({ type: 'content_block_delta', index, delta: given })
        const begin = (given: JsonObject) => ({ type: 'content_block_start', index, content_block: given })
        if ('text' in one)
          return [
            begin({ type: 'text', text: '' }),
            ...pieces(one.text, cut).map((piece) => delta({ type: 'text_delta', text: piece })),
          ]
        if ('input' in one) {
          const written = pieces(JSON.stringify(one.input), cut)
          return [
            begin({ ...one, input: {} }),
            ...written.map((piece) => delta({ type: 'input_json_delta', partial_json: piece })),
          ]
        }
        const thoughts = pieces(one.thinking, cut).map((piece) => delta({ type: 'thinking_delta', thinking: piece }))
        return [
          begin({ type: 'thinking', thinking: '' }),
          ...thoughts,
          delta({ type: 'signature_delta', signature: one.signature }),
        ]
      })
      const end = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } }
      const start = { type: 'message_start', message: { role: 'assistant', content: [], usage: { input_tokens: 2 } } }
      const usage = { input_tokens: 2, output_tokens: 3 }
      expect(messages.assemble([start, ...events, end])).toEqual({
        role: 'assistant',
        content,
        usage,
        stop_reason: 'end_turn',
      })
      expect(messages.assemble([start, ...events])).toBeUndefined()
    }),
    scale,
  )
})

it('keeps the parts of Gemini with members other than text, in order', () => {
  const part = fc.oneof(
    fc.record({ text }),
    fc.record({ text, thought: fc.constant(true) }),
    fc.record({ text: fc.constant(''), thoughtSignature: text }),
    fc.record({ functionCall: fc.record({ name: text, args }), thoughtSignature: text }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const events = parts.map((one) => ({ candidates: [{ content: { role: 'model', parts: [one] } }] }))
      const whole = gemini.assemble([...events, { candidates: [{ finishReason: 'STOP' }] }])
      const [item] = (whole && gemini.readAnswer(whole)?.message.items) ?? []
      const joined = item?.parts as unknown as readonly JsonObject[]
      const kept = (all: readonly JsonObject[]) =>
        all.filter((one) => 'functionCall' in one || 'thoughtSignature' in one)
      const said = (all: readonly JsonObject[]) => all.map((one) => String(one.text ?? '')).join('')
      expect([kept(joined), said(joined)]).toEqual([kept(parts), said(parts)])
      expect(gemini.assemble(events)).toBeUndefined()
    }),
    scale,
  )
})

it('takes a response from its last event, or from the items before it', () => {
  const items = [
    { type: 'reasoning', id: 'rs_1' },
    { type: 'function_call', id: 'fc_1' },
  ]
  const done = items.map((item, index) => ({ type: 'response.output_item.done', output_index: index, item }))
  const end = (output: readonly JsonObject[]) => ({
    type: 'response.completed',
    response: { status: 'completed', output },
  })
  expect(responses.assemble([...done, end(items)])?.output).toEqual(items)
  expect(responses.assemble([...done, end([])])?.output).toEqual(items)
  expect(responses.assemble(done)).toBeUndefined()
})

it.each<[string, (at: number) => JsonObject, JsonObject, (events: readonly JsonObject[]) => unknown]>([
  [
    'calls',
    (index) => ({ choices: [{ delta: { tool_calls: [{ index, id: `c${index}`, function: { name: 'f' } }] } }] }),
    { choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
    chat.assemble,
  ],
  [
    'members',
    (at) => ({ [`k${at}`]: 1, choices: [{ delta: { [`m${at}`]: 'x' } }] }),
    { choices: [{ delta: {}, finish_reason: 'stop' }] },
    chat.assemble,
  ],
  [
    'parts',
    (at) => ({ [`k${at}`]: 1, candidates: [{ content: { parts: [{ functionCall: { name: `f${at}` } }] } }] }),
    { candidates: [{ finishReason: 'STOP' }] },
    gemini.assemble,
  ],
  [
    'citations',
    (at) => ({ type: 'content_block_delta', index: 0, delta: { type: 'citations_delta', citation: { at } } }),
    { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    messages.assemble,
  ],
])('assembles 30,000 events with more and more %s in linear time', (_, event, end, assemble) => {
  const events = [...Array.from({ length: 30_000 }, (__, at) => event(at)), end]
  const began = process.cpuUsage()
  expect(assemble(events)).toBeDefined()
  // Quadratic time would take minutes.
  const { user, system } = process.cpuUsage(began)
  expect((user + system) / 1000).toBeLessThan(5_000)
})

it('accepts any index of a block', () => {
  const block = (index: number, text: string) => ({
    type: 'content_block_start',
    index,
    content_block: { type: 'text', text },
  })
  const end = { type: 'message_delta', delta: { stop_reason: 'end_turn' } }
  // As an array index, it would take minutes to iterate over.
  const whole = messages.assemble([block(4_294_967_294, 'last'), block(0, 'first'), block(Number.NaN, 'none'), end])
  expect(whole?.content).toMatchObject([{ text: 'first' }, { text: 'last' }])
})
