import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { amendParts, type Dialect, statusOfError } from './dialect.js'
import { objectIn, objectsIn, setMember, textIn } from './json.js'

/** The chat completions API of OpenAI and of compatible servers. */
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
    const whole: Record<string, JsonValue> = {}
    const pieces = new MessagePieces()
    let end: JsonValue | undefined
    for (const { choices, usage, ...rest } of events) {
      for (const [name, value] of Object.entries(rest)) if (!Object.hasOwn(whole, name)) setMember(whole, name, value)
      if (isJsonObject(usage)) whole.usage = usage
      const [choice = {}] = objectsIn(choices)
      pieces.add(objectIn(choice.delta ?? choice.message))
      end = choice.finish_reason ?? end
    }
    if (end === undefined || end === null) return undefined
    return {
      ...whole,
      object: 'chat.completion',
      choices: [{ index: 0, message: pieces.finish(), finish_reason: end }],
    }
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

/** Members of a message that are sent whole, not in pieces. */
const whole = new Set(['role', 'name', 'id', 'type', 'format', 'signature', 'index'])

/** Assembles a message from pieces, in time linear in their size. */
class MessagePieces {
  readonly #message: Record<string, JsonValue> = { role: 'assistant', content: null }
  readonly #calls: JsonObject[] = []
  /** Positions of the calls by their index. */
  readonly #places = new Map<JsonValue, number>()

  add({ tool_calls: calls, ...delta }: JsonObject): void {
    mergeInto(this.#message, delta)
    for (const piece of objectsIn(calls)) this.#addCall(piece)
  }

  finish(): JsonObject {
    if (this.#calls.length === 0) return this.#message
    return { ...this.#message, tool_calls: this.#calls.map(({ index: _, ...call }) => call) }
  }

  /** Adds a piece of a call. Pieces of one call have the same index; some servers send whole calls without one. */
  #addCall(piece: JsonObject): void {
    const { index, function: own, ...rest } = piece
    const at = index === undefined ? undefined : this.#places.get(index)
    if (at !== undefined) {
      this.#calls[at] = mergeCall(this.#calls[at] ?? {}, piece)
      return
    }
    if (index !== undefined) this.#places.set(index, this.#calls.length)
    this.#calls.push({ ...rest, function: { name: '', arguments: '', ...known(objectIn(own)) } })
  }
}

/** Adds pieces of members to an object. */
function mergeInto(merged: Record<string, JsonValue>, delta: JsonObject): void {
  for (const [name, value] of Object.entries(delta)) {
    const before = Object.hasOwn(merged, name) ? merged[name] : undefined
    if (value === undefined || (value === null && before !== undefined)) continue
    if (typeof before === 'string' && typeof value === 'string' && !whole.has(name)) merged[name] = before + value
    else if (Array.isArray(before) && Array.isArray(value)) addParts(before, value)
    else if (isJsonObject(before) && isJsonObject(value)) mergeInto(before as Record<string, JsonValue>, value)
    // A copy, because further pieces may change it.
    else setMember(merged, name, Array.isArray(value) ? addParts([], value) : structuredClone(value))
  }
}

/** Adds pieces of parts. Consecutive pieces with the same index and type belong to one part. */
function addParts(merged: JsonValue[], parts: readonly JsonValue[]): JsonValue[] {
  for (const part of parts) {
    const last = merged.at(-1)
    const isPiece = isJsonObject(part) && isJsonObject(last) && part.index !== undefined && part.index === last.index
    if (isPiece && part.type === last.type) mergeInto(last as Record<string, JsonValue>, part)
    else merged.push(structuredClone(part))
  }
  return merged
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
