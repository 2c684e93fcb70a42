import { isJsonObject, type JsonValue, type SimulatorCall } from '@carebench/protocol'
import type { SimulatorResponse } from '../simulator.js'

/**
 * Marks a cursor that the host has not issued for this system and playground. Lists never write such cursors, so each
 * rejects it in its own error format.
 */
const foreignMark = '~'

/**
 * Replaces `_meta.next` and `_meta.prev` in the JSON body of a response; `bind` converts a cursor of the system to one
 * for callers.
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
 * Replaces the query parameter `cursor` with the system's own cursor. `read` returns that cursor, or undefined if the
 * text was not bound for this system and playground; the system then gets a cursor that it rejects.
 */
export function unbindCursors(call: SimulatorCall, read: (text: string) => string | undefined): SimulatorCall {
  if (call.query === '') return call
  const parameters = call.query.split('&').map((part, index) => {
    // URLSearchParams skips a leading question mark, which is right only at the start of the query.
    const [parameter] = new URLSearchParams(index === 0 ? part : `&${part}`)
    if (parameter?.[0] !== 'cursor') return part
    return `cursor=${encodeURIComponent(read(parameter[1]) ?? foreignMark + parameter[1])}`
  })
  return { ...call, query: parameters.join('&') }
}

/** Returns a cursor as the caller wrote it, for error messages. */
export function writtenCursor(cursor: string): string {
  return cursor.startsWith(foreignMark) ? cursor.slice(foreignMark.length) : cursor
}
