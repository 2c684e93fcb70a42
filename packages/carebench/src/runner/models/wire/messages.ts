import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { amendParts, type Dialect, statusOfError } from './dialect.js'
import { objectIn, objectsIn, parseObject, setMembers, textIn } from './json.js'

/** The messages API of Anthropic, also on Vertex. */
export const messages: Dialect = {
  name: 'messages',
  path: /\/messages$|:rawPredict$/,
  stream: ({ url, body }) => ({
    url: new URL(url.href.replace(/:rawPredict(?=$|\?)/, ':streamRawPredict')),
    body: { ...body, stream: true },
  }),
  isIdle: ({ type }) => type === 'ping',
  errorStatus: ({ type, error }) => (type === 'error' ? statusOfError(objectIn(error).type) : undefined),
  assemble(events) {
    const message: Record<string, JsonValue> = {}
    const usage: Record<string, JsonValue> = {}
    let isEnded = false
    // Blocks by index, which may be any number.
    const blocks = new Map<number, BlockPieces>()
    for (const event of events) {
      const at = Number(event.index)
      const delta = objectIn(event.delta)
      if (event.type === 'message_start') {
        setMembers(message, objectIn(event.message))
        setMembers(usage, objectIn(message.usage))
      }
      if (event.type === 'content_block_start') blocks.set(at, startBlock(objectIn(event.content_block)))
      if (event.type === 'content_block_delta') {
        const pieces = blocks.get(at) ?? startBlock({})
        blocks.set(at, pieces)
        addDelta(pieces, delta)
      }
      if (event.type === 'message_delta') {
        setMembers(message, delta)
        setMembers(usage, known(objectIn(event.usage)))
        message.usage = usage
        isEnded ||= textIn(delta.stop_reason) !== undefined
      }
    }
    if (!isEnded) return undefined
    const numbered = [...blocks].filter(([at]) => Number.isInteger(at)).toSorted(([a], [b]) => a - b)
    const content = numbered.map(([, pieces]) => finishBlock(pieces))
    return { ...message, content }
  },
  readAnswer({ content, stop_reason: stop }) {
    if (!Array.isArray(content)) return undefined
    const reason = textIn(stop)
    // The interface rejects the empty texts that it itself sends.
    const blocks = objectsIn(content).filter(({ type, text }) => type !== 'text' || String(text).trim() !== '')
    return {
      message: { dialect: 'messages', member: 'messages', items: [{ role: 'assistant', content: blocks }] },
      hasRefusal: false,
      ...(reason !== undefined && { reason }),
    }
  },
  amend(own, changes) {
    const [message = {}] = own.items
    const content = amendParts(
      objectsIn(message.content),
      changes,
      ({ type }) => type === 'tool_use',
      (block, { id, name, replacement }) => {
        const input = replacement ?? (isJsonObject(block.input) ? block.input : { invalid: block.input ?? null })
        return { ...block, id, name, input }
      },
    )
    return content && { ...own, items: [{ ...message, content }] }
  },
}

interface BlockPieces {
  readonly block: Record<string, JsonValue>
  readonly citations: JsonValue[]
  /** The JSON of the arguments so far. */
  input: string
}

/** The member of a block to which a delta is appended. */
const appended: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
}

function startBlock(start: JsonObject): BlockPieces {
  const block: Record<string, JsonValue> = {}
  setMembers(block, start)
  return { block, citations: objectsIn(start.citations), input: '' }
}

function addDelta(pieces: BlockPieces, delta: JsonObject): void {
  const { block, citations } = pieces
  const { type } = delta
  const name = appended[String(type)]
  if (type === 'input_json_delta') pieces.input += textIn(delta.partial_json) ?? ''
  else if (type === 'citations_delta') {
    citations.push(delta.citation ?? null)
    block.citations = citations
  } else if (name === undefined) setMembers(block, without(delta, 'type'))
  else block[name] = `${textIn(block[name]) ?? ''}${textIn(delta[name]) ?? ''}`
}

/** Completes a block. Arguments that are not a JSON object stay text; the code that reads the call reports them. */
function finishBlock({ block, input }: BlockPieces): JsonObject {
  return input === '' ? block : { ...block, input: parseObject(input) ?? input }
}

function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))
}

function known(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
}
