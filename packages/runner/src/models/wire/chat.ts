import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { amendParts, type Dialect, statusOfError } from './dialect.js'
import { objectIn, objectsIn, textIn } from './json.js'

/** Chat completions of OpenAI, and of all servers that are compatible with it. */
export const chat: Dialect = {
  name: 'chat',
  path: /\/chat\/completions$/,
  stream: ({ url, body }) => ({ url, body: { ...body, stream: true, stream_options: { include_usage: true } } }),
  errorStatus(event) {
    const { error, object, code, type } = event
    if (isJsonObject(error)) return statusOfError(error.code, error.type)
    if (typeof error === 'string') return statusOfError(code, error)
    return object === 'error' ? statusOfError(code, type) : undefined
  },
  assemble(events) {
    let whole: JsonObject = {}
    let message: JsonObject = { role: 'assistant', content: null }
    let end: JsonValue | undefined
    for (const { choices, usage, ...rest } of events) {
      whole = { ...rest, ...whole, ...(isJsonObject(usage) && { usage }) }
      const [choice = {}] = objectsIn(choices)
      message = mergeDelta(message, objectIn(choice.delta ?? choice.message))
      end = choice.finish_reason ?? end
    }
    if (end === undefined || end === null) return undefined
    const calls = objectsIn(message.tool_calls).map(({ index: _, ...call }) => call)
    const said = calls.length === 0 ? message : { ...message, tool_calls: calls }
    return { ...whole, object: 'chat.completion', choices: [{ index: 0, message: said, finish_reason: end }] }
  },
  readAnswer({ choices }) {
    const [choice] = objectsIn(choices)
    if (choice === undefined || !isJsonObject(choice.message)) return undefined
    const reason = textIn(choice.finish_reason)
    return {
      message: { dialect: 'chat', member: 'messages', items: [{ ...choice.message, role: 'assistant' }] },
      hasRefusal: textIn(choice.message.refusal) !== undefined,
      ...(reason !== undefined && { reason }),
    }
  },
  amend(own, changes) {
    const [message = {}] = own.items
    const calls = amendParts(
      objectsIn(message.tool_calls),
      changes,
      () => true,
      (call, { id, name, replacement }) => {
        const own = objectIn(call.function)
        const args = replacement === undefined ? own.arguments : JSON.stringify(replacement)
        return { ...call, id, function: { ...own, name, arguments: args ?? '{}' } }
      },
    )
    if (calls === undefined) return undefined
    return { ...own, items: [calls.length === 0 ? message : { ...message, tool_calls: calls }] }
  },
}

/** Members of a message that come once, and not in pieces. */
const whole = new Set(['role', 'name', 'id', 'type', 'format', 'signature', 'index'])

function mergeDelta(message: JsonObject, delta: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = { ...message } as Record<string, JsonValue>
  for (const [name, value] of Object.entries(delta)) {
    if (value === undefined || (value === null && merged[name] !== undefined)) continue
    merged[name] = name === 'tool_calls' ? mergeCalls(merged[name], value) : mergeMember(name, merged[name], value)
  }
  return merged
}

function mergeMember(name: string, before: JsonValue | undefined, value: JsonValue): JsonValue {
  if (typeof before === 'string' && typeof value === 'string' && !whole.has(name)) return before + value
  if (Array.isArray(value)) return mergeParts(Array.isArray(before) ? before : [], value)
  return isJsonObject(before) && isJsonObject(value) ? mergeDelta(before, value) : value
}

/** Pieces of one part have its index and type. */
function mergeParts(before: readonly JsonValue[], parts: readonly JsonValue[]): JsonValue[] {
  const merged = [...before]
  for (const part of parts) {
    const last = merged.at(-1)
    const isPiece = isJsonObject(part) && isJsonObject(last) && part.index !== undefined && part.index === last.index
    if (isPiece && part.type === last.type) merged[merged.length - 1] = mergeDelta(last, part)
    else merged.push(part)
  }
  return merged
}

/** Pieces of one call have its index; some servers send whole calls without one. */
function mergeCalls(before: JsonValue | undefined, pieces: JsonValue): JsonValue[] {
  const calls = objectsIn(before)
  for (const piece of objectsIn(pieces)) {
    const at = piece.index === undefined ? -1 : calls.findIndex(({ index }) => index === piece.index)
    const { function: own, ...rest } = piece
    if (at === -1) calls.push({ ...rest, function: { name: '', arguments: '', ...known(objectIn(own)) } })
    else calls[at] = mergeCall(calls[at] ?? {}, piece)
  }
  return calls
}

function mergeCall(call: JsonObject, { function: own, ...rest }: JsonObject): JsonObject {
  const { name, arguments: args } = objectIn(own)
  const before = objectIn(call.function)
  return {
    ...call,
    // Later pieces repeat the id as an empty text.
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== '')),
    function: {
      ...before,
      ...(textIn(name) !== undefined && { name: name ?? '' }),
      arguments: `${textIn(before.arguments) ?? ''}${textIn(args) ?? ''}`,
    },
  }
}

function known(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
}
