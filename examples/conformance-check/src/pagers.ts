import { json, type Pager, refuse } from './task-shelf.js'

function readLimit(query: URLSearchParams): number {
  return Number(query.get('limit') ?? 20)
}

function makeCursor(id: string | undefined, back: boolean): string | null {
  return id === undefined ? null : btoa(`${back ? 'before' : 'after'} ${id}`)
}

/** A cursor names an item, so that new items do not shift pages. It becomes invalid when that item is deleted. */
export const rightPager: Pager = (items, query) => {
  const limit = Math.min(readLimit(query), 100)
  const cursor = query.get('cursor')
  let from = 0
  if (cursor !== null) {
    let text = ''
    try {
      text = atob(cursor)
    } catch {
      // Not base64, so not a cursor that we made.
    }
    const [, way, id] = /^(before|after) (\S+)$/.exec(text) ?? []
    const place = items.findIndex((item) => item.id === id)
    if (place === -1) return refuse(400, 'BAD_CURSOR', 'The cursor is not valid for this list.')
    from = way === 'after' ? place + 1 : Math.max(0, place - limit)
  }
  const data = items.slice(from, from + limit)
  const next = from + limit < items.length ? makeCursor(data.at(-1)?.id, false) : null
  return json(200, { data, _meta: { next, prev: from === 0 ? null : makeCursor(data[0]?.id, true), limit } })
}

/** A cursor is an offset. Does not clamp the limit, never returns a previous page, and accepts any cursor. */
export const brokenPager: Pager = (items, query) => {
  const limit = readLimit(query)
  const from = Number(query.get('cursor')) || 0
  const next = from + limit < items.length ? String(from + limit) : null
  return json(200, { data: items.slice(from, from + limit), _meta: { next, prev: null, limit } })
}
