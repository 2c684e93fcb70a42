import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { amendParts, type Dialect, statusOfError } from './dialect.js'
import { objectIn, objectsIn, setMembers, textIn } from './json.js'

/** The API of Gemini, of Google or Vertex. */
export const gemini: Dialect = {
  name: 'gemini',
  path: /:generateContent$/,
  stream({ url, body }) {
    const streamed = new URL(url.href.replace(/:generateContent(?=$|\?)/, ':streamGenerateContent'))
    streamed.searchParams.set('alt', 'sse')
    return { url: streamed, body }
  },
  errorStatus: ({ error }) => (isJsonObject(error) ? statusOfError(error.code, error.status) : undefined),
  assemble(events) {
    const whole: Record<string, JsonValue> = {}
    const candidate: Record<string, JsonValue> = {}
    const parts: JsonObject[] = []
    for (const { candidates, ...rest } of events) {
      setMembers(whole, rest)
      const [next = {}] = objectsIn(candidates)
      const { content, ...about } = next
      setMembers(candidate, about)
      for (const part of objectsIn(objectIn(content).parts)) addPart(parts, part)
    }
    const isEnded = textIn(candidate.finishReason) !== undefined
    if (!isEnded) return objectIn(whole.promptFeedback).blockReason === undefined ? undefined : whole
    return { ...whole, candidates: [{ ...candidate, content: { role: 'model', parts } }] }
  },
  readAnswer({ candidates, promptFeedback }) {
    const [candidate] = objectsIn(candidates)
    const reason = textIn(candidate?.finishReason) ?? textIn(objectIn(promptFeedback).blockReason)
    const content = objectIn(candidate?.content)
    return {
      message: {
        dialect: 'gemini',
        member: 'contents',
        items: [{ ...content, role: 'model', parts: objectsIn(content.parts) }],
      },
      hasRefusal: false,
      ...(reason !== undefined && { reason }),
    }
  },
  amend(own, changes) {
    const [message = {}] = own.items
    const parts = amendParts(
      objectsIn(message.parts),
      changes,
      ({ functionCall }) => isJsonObject(functionCall),
      (part, { id, name, replacement }) => {
        const call = objectIn(part.functionCall)
        const own = { ...call, name, ...(replacement !== undefined && { args: replacement }) }
        // A call that arrived without an id is sent back without one.
        return { ...part, functionCall: textIn(call.id) === undefined ? own : { ...own, id } }
      },
    )
    return parts && { ...own, items: [{ ...message, parts }] }
  },
}

/**
 * Adds a part. Pieces of text are joined into one part; a piece with a signature or other members is a separate part.
 */
function addPart(parts: JsonObject[], part: JsonObject): void {
  const last = parts.at(-1)
  if (last === undefined || !isPlain(last) || !isPlain(part) || last.thought !== part.thought) parts.push(part)
  else parts[parts.length - 1] = { ...last, text: `${last.text}${part.text}` }
}

function isPlain(part: JsonObject): boolean {
  return typeof part.text === 'string' && Object.keys(part).every((name) => name === 'text' || name === 'thought')
}
