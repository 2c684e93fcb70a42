import { type FetchedPage, type IterateOptions, iterateItems, iteratePages, type Walk } from '@carebench/pagination'
import { ClientError } from '../http/client-error.js'

/** A page of a list. */
export interface ListPage<Item> {
  /** Newest first. An empty page is not necessarily the last: check `next`. */
  readonly data: readonly Item[]
  /** The cursor of the next page, with older items; null at the end. */
  readonly next: string | null
  /** The cursor of the previous page; null at the start. */
  readonly prev: string | null
}

/**
 * A list over all its pages. `for await` iterates over its items with one request per page, starting again each time;
 * `toArray({ max })` collects them.
 */
export interface List<Item> extends Walk<Item> {
  /** The page where the list starts: the first one, or that of the `cursor` option. */
  page(): Promise<ListPage<Item>>
  /** The pages instead of their items. */
  pages(): Walk<ListPage<Item>>
}

/** Creates a list from a function that fetches its pages. */
export function createList<Item>(
  fetchPage: (cursor: string | undefined) => Promise<FetchedPage<Item>>,
  options: IterateOptions,
): List<Item> {
  const pages = iteratePages(fetchPage, options)
  const asPages: Walk<ListPage<Item>> = {
    async *[Symbol.asyncIterator]() {
      for await (const page of pages) yield toListPage(page)
    },
    toArray: async (most) => (await pages.toArray(most)).map(toListPage),
  }
  return {
    ...iterateItems(fetchPage, options),
    pages: () => asPages,
    async page() {
      const [first] = await asPages.toArray({ max: 1 })
      if (first === undefined) throw new ClientError('unexpected_answer', 'The list was answered without a page.')
      return first
    },
  }
}

function toListPage<Item>({ data, _meta, next_cursor: nextCursor }: FetchedPage<Item>): ListPage<Item> {
  return { data, next: _meta?.next ?? nextCursor ?? null, prev: _meta?.prev ?? null }
}
