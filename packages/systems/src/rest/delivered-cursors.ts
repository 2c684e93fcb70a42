import { isJsonObject, type JsonValue, type SimulatorCall } from '@carebench/protocol'
import type { SimulatorResponse } from '../simulator.js'

/**
 * The prefix of a cursor that the host has not issued for this system and playground. No list has such cursors, so each
 * list rejects it in its own format.
 */
const foreignMark = '~'

/**
 * Returns the response with `_meta.next` and `_meta.prev` of its JSON body replaced; `bind` converts a cursor of the
 * system to one for callers.
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
 * Returns the call with the query parameter `cursor` as the system wrote it. `read` returns that cursor, or undefined
 * if the text was not bound for this system and playground; the system then gets a cursor that it rejects.
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

/** Returns a cursor as its caller wrote it, for the error message. */
export function writtenCursor(cursor: string): string {
  return cursor.startsWith(foreignMark) ? cursor.slice(foreignMark.length) : cursor
}
