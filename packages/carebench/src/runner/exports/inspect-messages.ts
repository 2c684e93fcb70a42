import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { type Cleaning, contentToText } from './cleaning.js'
import { type ExportedTrial, listObjects } from './exported-run.js'

/** A message in Inspect's format, with its time (RFC 3339); null if the trajectory does not say. */
export interface TimedMessage {
  readonly message: JsonObject
  readonly at: string | null
}

/**
 * Converts the messages of a trial to Inspect's format. Without a trajectory, they are the calls through the trial's
 * proxy, with the status of each response.
 */
export function toMessages({ trajectory, calls }: ExportedTrial, cleaning: Cleaning): TimedMessage[] {
  const groups =
    trajectory === undefined
      ? calls.map((call, index) => ({
          at: timeIn(call.at),
          messages: messagesOfCall(call, `call_${index + 1}`, cleaning),
        }))
      : trajectory.steps.map((step) => ({ at: timeIn(step.timestamp), messages: messagesOfStep(step, cleaning) }))
  return groups
    .flatMap(({ at, messages }) => messages.map((message) => ({ message, at })))
    .map(({ message, at }, index) => ({ message: { id: `m${index + 1}`, ...message }, at }))
}

/** Normalizes a time to UTC, because a reader that cannot parse a time rejects the log. */
function timeIn(value: JsonValue | undefined): string | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

function messagesOfStep(step: JsonObject, cleaning: Cleaning): JsonObject[] {
  const { source, message, reasoning_content: reasoning, model_name: model } = step
  const content = cleaning.text(contentToText(message))
  const results = isJsonObject(step.observation) ? listObjects(step.observation.results) : []
  if (source !== 'agent') {
    const spoken: JsonObject = { role: source === 'system' ? 'system' : 'user', content }
    // Results that belong to no call come from the harness.
    const toolMessages = results.map(
      (result): JsonObject => ({ role: 'user', content: cleaning.text(contentToText(result.content)) }),
    )
    return [spoken, ...toolMessages]
  }
  const calls = listObjects(step.tool_calls)
  const names = new Map(calls.map(({ tool_call_id: id, function_name: name }) => [id, String(name)]))
  const parts = [
    { type: 'reasoning', reasoning: typeof reasoning === 'string' ? cleaning.text(reasoning) : '', redacted: false },
    { type: 'text', text: content },
  ]
  const answer: JsonObject = {
    role: 'assistant',
    content: typeof reasoning === 'string' ? parts : content,
    source: 'generate',
    ...(typeof model === 'string' && { model: cleaning.text(model) }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ tool_call_id: id, function_name: name, arguments: args }) => ({
        id: cleaning.text(String(id)),
        function: cleaning.text(String(name)),
        arguments: isJsonObject(args) ? cleaning.object(args) : {},
        type: 'function',
      })),
    }),
  }
  return [answer, ...results.map((result) => messageOfResult(result, names, cleaning))]
}

function messageOfResult(
  { source_call_id: id, content, extra }: JsonObject,
  names: ReadonlyMap<unknown, string>,
  cleaning: Cleaning,
): JsonObject {
  const text = cleaning.text(contentToText(content))
  const name = names.get(id)
  if (name === undefined) return { role: 'user', content: text }
  return {
    role: 'tool',
    content: text,
    tool_call_id: cleaning.text(String(id)),
    function: cleaning.text(name),
    ...(isJsonObject(extra) && {
      metadata: cleaning.object(extra),
      ...(extra.is_error === true && { error: { type: 'unknown', message: text } }),
    }),
  }
}

function messagesOfCall({ method, path, status, ms }: JsonObject, id: string, cleaning: Cleaning): JsonObject[] {
  return [
    {
      role: 'assistant',
      content: '',
      tool_calls: [
        {
          id,
          function: 'http_request',
          arguments: cleaning.object({ method: method ?? null, path: path ?? null }),
          type: 'function',
        },
      ],
    },
    { role: 'tool', content: `Status ${status}, ${ms} ms.`, tool_call_id: id, function: 'http_request' },
  ]
}
