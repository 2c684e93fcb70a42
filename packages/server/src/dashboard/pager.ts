import { type Markup, markup } from '../site/markup.js'

/** Reads the number of the first item on a page, counted from 1, from the address: `?from=101`. */
export function firstListed(query: URLSearchParams): number {
  const from = query.get('from') ?? ''
  return /^[1-9]\d{0,8}$/.test(from) ? Number(from) : 1
}

/** The part of a fully known list that a page shows. */
export interface ListedRange {
  /** What is listed: `Task runs`. */
  readonly what: string
  /** The number of the first item, counted from 1. */
  readonly from: number
  readonly last: number
  readonly count: number
  /** The number of items on a page. */
  readonly size: number
  /** A note after the count. */
  readonly note?: string
  readonly titles?: { readonly previous: string; readonly next: string }
  /** Returns the address of the page that begins with an item number. */
  readonly hrefOf: (from: number) => string
}

/** Renders the range of a list that a page shows, between links to the previous and the next page. */
export function showRange({ what, from, last, count, size, note = '', titles, hrefOf }: ListedRange): Markup {
  const { previous, next } = titles ?? { previous: 'Previous', next: 'Next' }
  const link = (start: number, title: string, rel: string) =>
    markup`<a class="button" rel="${rel}" href="${hrefOf(start)}">${title}</a>`
  return markup`<div class="pages">${
    from === 1 ? null : link(Math.max(1, from - size), previous, 'prev')
  }<span class="soft">${what} ${from} to ${last} of ${count}${note}</span>\
${last >= count ? null : link(last + 1, next, 'next')}</div>`
}

/**
 * Renders a link to the older items of an API list; null if there are none.
 *
 * @param next - the cursor of the next page
 * @param place - the address of the page, without parameters
 */
export function showOlder(
  next: string | null | undefined,
  place: string,
  { title = 'Older', parameter = 'cursor' }: { readonly title?: string; readonly parameter?: string } = {},
): Markup | null {
  if (!next) return null
  return markup`<div class="pages"><a class="button" rel="next" \
href="${place}?${parameter}=${encodeURIComponent(next)}">${title}</a></div>`
}
