import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { Dialect } from './model-dialect.js'

/** A server-sent event; `event` is absent in dialects without event names. */
interface StreamEvent {
  readonly event?: string
  readonly data: JsonObject | '[DONE]'
}

/**
 * Whether a request asks for server-sent events. Most interfaces say so in the body, Gemini in the path.
 */
export function asksForStream(body: JsonObject, path: string): boolean {
  return body.stream === true || path.endsWith(':streamGenerateContent')
}

/** Writes a response of a dialect as server-sent events, one for each part. */
export function serializeStream({ name }: Pick<Dialect, 'name'>, answer: JsonObject): string {
  const events = streams[name]?.(answer) ?? [{ data: answer }]
  return events
    .map(({ event, data }) => {
      const text = typeof data === 'string' ? data : JSON.stringify(data)
      return `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`
    })
    .join('')
}

const streams: Readonly<Record<string, (answer: JsonObject) => StreamEvent[]>> = {
  chat: streamChat,
  responses: streamResponse,
  messages: streamMessage,
}

function streamChat({ choices, usage, ...answer }: JsonObject): StreamEvent[] {
  const [choice = {}] = objects(choices)
  const { tool_calls: calls, ...message } = isJsonObject(choice.message) ? choice.message : {}
  const chunk = (members: JsonObject): StreamEvent => ({
    data: { ...answer, object: 'chat.completion.chunk', ...members },
  })
  const delta = (value: JsonObject, end: JsonValue) =>
    chunk({ choices: [{ index: 0, delta: value, finish_reason: end }] })
  return [
    delta(message, null),
    ...objects(calls).map((call, index) => delta({ tool_calls: [{ index, ...call }] }, null)),
    delta({}, choice.finish_reason ?? null),
    ...(usage === undefined ? [] : [chunk({ choices: [], usage })]),
    { data: '[DONE]' },
  ]
}

function streamResponse(answer: JsonObject): StreamEvent[] {
  const events: JsonObject[] = [
    { type: 'response.created', response: { ...answer, status: 'in_progress', output: [], usage: null } },
  ]
  for (const [index, item] of objects(answer.output).entries()) {
    const at = { output_index: index, item_id: item.id ?? '' }
    const whole = { ...item, status: 'completed' }
    events.push({ type: 'response.output_item.added', output_index: index, item: emptied(whole) })
    if (item.type === 'message') {
      for (const [content, part] of objects(item.content).entries()) {
        const own = { ...at, content_index: content }
        const kind = part.type === 'refusal' ? 'refusal' : 'output_text'
        const text = part.text ?? part.refusal ?? ''
        const name = kind === 'refusal' ? 'refusal' : 'text'
        events.push(
          { type: 'response.content_part.added', ...own, part: { ...part, [name]: '' } },
          { type: `response.${kind}.delta`, ...own, delta: text },
          { type: `response.${kind}.done`, ...own, [name]: text },
          { type: 'response.content_part.done', ...own, part },
        )
      }
    }
    if (item.type === 'function_call') {
      events.push(
        { type: 'response.function_call_arguments.delta', ...at, delta: item.arguments ?? '' },
        { type: 'response.function_call_arguments.done', ...at, arguments: item.arguments ?? '' },
      )
    }
    events.push({ type: 'response.output_item.done', output_index: index, item: whole })
  }
  events.push({ type: `response.${answer.status}`, response: answer })
  return events.map((data, index) => ({ event: String(data.type), data: { ...data, sequence_number: index } }))
}

/** Returns an item of a response as it is before its content has arrived. */
function emptied(item: JsonObject): JsonObject {
  const left = { ...item, status: 'in_progress' }
  if (item.type === 'message') return { ...left, content: [] }
  return item.type === 'function_call' ? { ...left, arguments: '' } : left
}

function streamMessage({ content, stop_reason: stop, stop_sequence: sequence, usage, ...message }: JsonObject) {
  const { output_tokens: output = 0, ...input } = isJsonObject(usage) ? usage : {}
  const begun = { ...message, content: [], stop_reason: null, stop_sequence: null }
  const events: JsonObject[] = [{ type: 'message_start', message: { ...begun, usage: { ...input, output_tokens: 0 } } }]
  for (const [index, block] of objects(content).entries()) {
    const { begin, deltas } = blockDeltas(block)
    events.push({ type: 'content_block_start', index, content_block: begin })
    for (const delta of deltas) events.push({ type: 'content_block_delta', index, delta })
    events.push({ type: 'content_block_stop', index })
  }
  events.push({
    type: 'message_delta',
    delta: { stop_reason: stop ?? null, stop_sequence: sequence ?? null },
    usage: { output_tokens: output },
  })
  events.push({ type: 'message_stop' })
  return events.map((data): StreamEvent => ({ event: String(data.type), data }))
}

function blockDeltas(block: JsonObject): { readonly begin: JsonObject; readonly deltas: readonly JsonObject[] } {
  if (block.type === 'tool_use') {
    const { input, ...call } = block
    const text = JSON.stringify(input ?? {})
    return { begin: { ...call, input: {} }, deltas: [{ type: 'input_json_delta', partial_json: text }] }
  }
  if (block.type === 'thinking') {
    const { thinking = '', signature = '' } = block
    const deltas = [
      { type: 'thinking_delta', thinking },
      { type: 'signature_delta', signature },
    ]
    return { begin: { type: 'thinking', thinking: '', signature: '' }, deltas }
  }
  return { begin: { type: 'text', text: '' }, deltas: [{ type: 'text_delta', text: block.text ?? '' }] }
}

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
