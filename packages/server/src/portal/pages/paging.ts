import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { type Markup, markup } from '../../site/markup.js'
import { textOf } from '../reply-row.js'

/** The cursors of the adjacent pages. */
export interface Paging {
  readonly next: string | null
  readonly prev: string | null
}

/** The cursors in a response of a list. */
export function pagingOf({ _meta: meta }: JsonObject): Paging {
  const cursor = (name: 'next' | 'prev') => (isJsonObject(meta) && textOf(meta, name)) || null
  return { next: cursor('next'), prev: cursor('prev') }
}

/** The parameters of a query with these names, each once, without blank ones. */
export function queryFrom(query: URLSearchParams, names: readonly string[]): URLSearchParams {
  const picked = new URLSearchParams()
  for (const name of names) {
    const value = query.get(name)?.trim()
    if (value !== undefined && value !== '') picked.set(name, value)
  }
  return picked
}

/** Links to the adjacent pages; null if there is only one page. */
export function pageLinks(path: string, query: URLSearchParams, { next, prev }: Paging): Markup | null {
  if (next === null && prev === null) return null
  const link = (cursor: string, label: string) => {
    const target = new URLSearchParams(query)
    target.set('cursor', cursor)
    return markup`<a class="button quiet" href="${path}?${String(target)}">${label}</a>`
  }
  return markup`<nav class="pages" aria-label="Pages"><span>${prev !== null && link(prev, '← Newer')}</span><span>${next !== null && link(next, 'Older →')}</span></nav>`
}
