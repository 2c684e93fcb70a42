/**
 * A page as servers return it. The cursor of the next page is `_meta.next`, else `next_cursor`; null or missing at the
 * end.
 */
export interface FetchedPage<Item> {
  readonly data: readonly Item[]
  readonly _meta?:
    | { readonly next?: string | null | undefined; readonly prev?: string | null | undefined }
    | null
    | undefined
  readonly next_cursor?: string | null | undefined
}

/** Fetches the page of a cursor; without one, the first page. */
export type FetchPage<Page> = (cursor: string | undefined) => Promise<Page>

/** Options of an iteration over a list. */
export interface IterateOptions {
  /** `next` (default) iterates to older items, `prev` to newer ones. */
  readonly direction?: 'next' | 'prev' | undefined
  /** Where to start: a cursor of an earlier page. Default: the first page. */
  readonly cursor?: string | undefined
}

/** An iterable that starts again with every `for await`. */
export interface Walk<Value> extends AsyncIterable<Value> {
  /** Reads at most `max` values (an integer of at least 0) and fetches no page beyond them. */
  toArray(options: { readonly max: number }): Promise<Value[]>
}

/**
 * Why a page is unusable. `not_advancing`: a cursor was returned that has already been followed. `malformed`: `data` is
 * not an array, or a cursor is neither a non-empty string nor null.
 */
export type PageErrorCode = 'not_advancing' | 'malformed'

/** Thrown during iteration when a server returns an unusable page. Switch on `code`. */
export class PageError extends Error {
  constructor(
    readonly code: PageErrorCode,
    message: string,
  ) {
    super(message)
    this.name = 'PageError'
  }
}

/**
 * Iterates over the pages of a list, with one request per page, on demand. Errors of `fetchPage` are passed through; an
 * unusable page throws {@link PageError}.
 */
export function iteratePages<Page extends FetchedPage<unknown>>(
  fetchPage: FetchPage<Page>,
  options: IterateOptions = {},
): Walk<Page> {
  const { direction = 'next' } = options
  return createWalk(async function* () {
    const followed = new Set<string>()
    let cursor = options.cursor
    do {
      if (cursor !== undefined) {
        if (followed.has(cursor)) throw notAdvancing(cursor)
        followed.add(cursor)
      }
      const page = await fetchPage(cursor)
      cursor = readCursor(page, direction)
      yield page
    } while (cursor !== undefined)
  })
}

/**
 * Iterates over the items of a list, like {@link iteratePages}. In the direction `prev`, the items of each page are
 * reversed, so that the whole iteration goes from older to newer.
 */
export function iterateItems<Item>(fetchPage: FetchPage<FetchedPage<Item>>, options: IterateOptions = {}): Walk<Item> {
  const pages = iteratePages(fetchPage, options)
  return createWalk(async function* () {
    for await (const { data } of pages) yield* options.direction === 'prev' ? data.toReversed() : data
  })
}

function createWalk<Value>(start: () => AsyncGenerator<Value>): Walk<Value> {
  return {
    [Symbol.asyncIterator]: start,
    async toArray(options) {
      // Callers without type checks may omit the options.
      const max: unknown = options?.max
      if (typeof max !== 'number' || !Number.isInteger(max) || max < 0) {
        throw new RangeError(
          `max must be an integer of at least 0, for example toArray({ max: 1000 }); got ${String(max)}.`,
        )
      }
      const values: Value[] = []
      if (max === 0) return values
      for await (const value of start()) {
        values.push(value)
        if (values.length === max) break
      }
      return values
    },
  }
}

function readCursor(page: FetchedPage<unknown>, direction: 'next' | 'prev'): string | undefined {
  if (!Array.isArray(page?.data)) {
    throw new PageError(
      'malformed',
      'A page must be an object like {"data":[],"_meta":{"next":null}}; this one has no array "data".',
    )
  }
  const cursor = direction === 'next' ? (page._meta?.next ?? page.next_cursor) : page._meta?.prev
  if (cursor === null || cursor === undefined) return undefined
  if (typeof cursor === 'string' && cursor !== '') return cursor
  throw new PageError(
    'malformed',
    `The cursor of a page must be a non-empty string or null, got ${JSON.stringify(cursor)} as ${direction}.`,
  )
}

function notAdvancing(cursor: string): PageError {
  const shown = cursor.length > 40 ? `${cursor.slice(0, 40)}…` : cursor
  return new PageError(
    'not_advancing',
    `The server returned the cursor ${shown} twice, so the iteration would never end.`,
  )
}
