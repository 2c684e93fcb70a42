import { isJsonObject, type JsonValue, type SimulatorCall } from '@carebench/protocol'
import type { SimulatorResponse } from '../simulator.js'

/**
 * The beginning of a cursor that anyone who delivers the call has not issued for this system and playground. No list
 * has such cursors, so that each refuses it in its own format.
 */
const foreignMark = '~'

/**
 * The response with `_meta.next` and `_meta.prev` of its JSON body replaced; `bind` makes a cursor valid for callers.
 */
export function bindCursors(response: SimulatorResponse, bind: (cursor: string) => string): SimulatorResponse {
  const { body } = response
  if (body === null || !('json' in body) || !isJsonObject(body.json)) return response
  const { _meta: meta } = body.json
  if (!isJsonObject(meta)) return response
  const bound = (cursor: JsonValue | undefined) => (typeof cursor === 'string' ? { cursor: bind(cursor) } : undefined)
  const next = bound(meta.next)
  const prev = bound(meta.prev)
  if (next === undefined && prev === undefined) return response
  const replaced = { ...meta, ...(next && { next: next.cursor }), ...(prev && { prev: prev.cursor }) }
  return { ...response, body: { json: { ...body.json, _meta: replaced } } }
}

/**
 * The call with the query parameter `cursor` as the system wrote it. `read` returns that, or undefined if the text was
 * not bound for this system and playground; then the system gets a cursor that it refuses.
 */
export function unbindCursors(call: SimulatorCall, read: (text: string) => string | undefined): SimulatorCall {
  if (call.query === '') return call
  const parameters = call.query.split('&').map((part, index) => {
    // A question mark is only skipped at the start of the whole query.
    const [parameter] = new URLSearchParams(index === 0 ? part : `&${part}`)
    if (parameter?.[0] !== 'cursor') return part
    return `cursor=${encodeURIComponent(read(parameter[1]) ?? foreignMark + parameter[1])}`
  })
  return { ...call, query: parameters.join('&') }
}

/** A cursor as its caller wrote it, for the message that refuses it. */
export function writtenCursor(cursor: string): string {
  return cursor.startsWith(foreignMark) ? cursor.slice(foreignMark.length) : cursor
}
