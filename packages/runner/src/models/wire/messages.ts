import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { amendParts, type Dialect, statusOfError } from './dialect.js'
import { objectIn, objectsIn, parseObject, textIn } from './json.js'

/** Messages of Anthropic, also as Vertex serves them. */
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
    let message: JsonObject = {}
    let isEnded = false
    const blocks: BlockPieces[] = []
    for (const event of events) {
      const at = Number(event.index)
      const delta = objectIn(event.delta)
      if (event.type === 'message_start') message = objectIn(event.message)
      if (event.type === 'content_block_start') blocks[at] = { block: objectIn(event.content_block), input: '' }
      if (event.type === 'content_block_delta') blocks[at] = addDelta(blocks[at] ?? { block: {}, input: '' }, delta)
      if (event.type === 'message_delta') {
        message = { ...message, ...delta, usage: { ...objectIn(message.usage), ...known(objectIn(event.usage)) } }
        isEnded ||= textIn(delta.stop_reason) !== undefined
      }
    }
    if (!isEnded) return undefined
    return { ...message, content: blocks.filter((block) => block !== undefined).map(finishBlock) }
  },
  readAnswer({ content, stop_reason: stop }) {
    if (!Array.isArray(content)) return undefined
    const reason = textIn(stop)
    // The interface refuses the empty texts that it sends.
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
  readonly block: JsonObject
  /** The JSON of the arguments so far. */
  readonly input: string
}

/** The member of a block to which a delta is appended. */
const appended: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
}

function addDelta({ block, input }: BlockPieces, delta: JsonObject): BlockPieces {
  const { type } = delta
  if (type === 'input_json_delta') return { block, input: input + (textIn(delta.partial_json) ?? '') }
  if (type === 'citations_delta') {
    const citations: JsonValue[] = [...objectsIn(block.citations), delta.citation ?? null]
    return { block: { ...block, citations }, input }
  }
  const name = appended[String(type)]
  if (name === undefined) return { block: { ...block, ...without(delta, 'type') }, input }
  return { block: { ...block, [name]: `${textIn(block[name]) ?? ''}${textIn(delta[name]) ?? ''}` }, input }
}

/** Arguments that are no object stay a text: what they are is for the reader of the call to say. */
function finishBlock({ block, input }: BlockPieces): JsonObject {
  return input === '' ? block : { ...block, input: parseObject(input) ?? input }
}

function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))
}

function known(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
}
