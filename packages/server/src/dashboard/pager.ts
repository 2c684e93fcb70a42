import { type Markup, markup } from '../site/markup.js'

/** The number of the first thing that a page lists, counted from 1, as its address says it: `?from=101`. */
export function firstListed(query: URLSearchParams): number {
  const from = query.get('from') ?? ''
  return /^[1-9]\d{0,8}$/.test(from) ? Number(from) : 1
}

/** What a page shows of a list that is known as a whole. */
export interface ListedRange {
  /** What is listed: `Task runs`. */
  readonly what: string
  /** The number of the first one, counted from 1. */
  readonly from: number
  readonly last: number
  readonly count: number
  /** How many a page has. */
  readonly size: number
  /** What else is to be said of the count. */
  readonly note?: string
  readonly titles?: { readonly previous: string; readonly next: string }
  /** The address of the page that begins with a number. */
  readonly hrefOf: (from: number) => string
}

/** Which part of a list a page shows, between the ways to the parts before and after it. */
export function showRange({ what, from, last, count, size, note = '', titles, hrefOf }: ListedRange): Markup {
  const { previous, next } = titles ?? { previous: 'Previous', next: 'Next' }
  const link = (start: number, title: string, rel: string) =>
    markup`<a class="button" rel="${rel}" href="${hrefOf(start)}">${title}</a>`
  return markup`<div class="pages">${from === 1 ? null : link(Math.max(1, from - size), previous, 'prev')}<span class="soft">${what} ${from} to ${last} of ${count}${note}</span>${last >= count ? null : link(last + 1, next, 'next')}</div>`
}

/**
 * The way to what is older than a page of a list of the wire; null if there is nothing.
 *
 * @param next - where the list goes on
 * @param place - the address of the page, without parameters
 */
export function showOlder(
  next: string | null | undefined,
  place: string,
  { title = 'Older', parameter = 'cursor' }: { readonly title?: string; readonly parameter?: string } = {},
): Markup | null {
  if (!next) return null
  return markup`<div class="pages"><a class="button" rel="next" href="${place}?${parameter}=${encodeURIComponent(next)}">${title}</a></div>`
}
