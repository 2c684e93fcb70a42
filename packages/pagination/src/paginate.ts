import type { CursorCodec } from './cursor-codec.js'
import { parseLimit } from './limit.js'
import { newestKey, oldestKey, type PageKey, type PagePosition } from './position.js'

/** The members of an item that determine its position in a list. */
export interface PageItem {
  readonly id: string
  /** RFC 3339 in UTC with milliseconds. */
  readonly created_at: string
}

/** The part of a list that {@link paginate} requests. */
export interface KeysetRequest {
  /** Where to start; missing: at the newest item. The item with its key may have been deleted. */
  readonly position?: PagePosition | undefined
  /** Maximum number of items. */
  readonly limit: number
}

/** The requested part of a list. */
export interface KeysetPage<Item> {
  /** Newest first in both directions. */
  readonly docs: readonly Item[]
  /** True if there are further items in the direction of the request. */
  readonly more: boolean
  /**
   * Whether there are items on the other side of `docs`, in the direction opposite to the request; missing: unknown.
   */
  readonly behind?: boolean | undefined
}

/** Options of {@link paginate}. */
export interface PaginateOptions {
  readonly codec: CursorCodec
  /** Identifies the list, its filters and its owner. */
  readonly scope: string
  /** The value in the query; see {@link parseLimit}. */
  readonly limit?: string | number | null | undefined
  /** The value in the query; missing or null: the first page. */
  readonly cursor?: string | null | undefined
}

/** A page in a response (Specification 4.4). */
export interface PageBody<Item> {
  readonly data: readonly Item[]
  readonly _meta: PageMeta
}

/** The position of a page in its list. */
export interface PageMeta {
  /** The cursor of the next page; null on the last page. */
  readonly next: string | null
  /** The cursor of the previous page; null on the first page. */
  readonly prev: string | null
  /** The applied limit. */
  readonly limit: number
}

/**
 * Reads one page of a list and encodes the cursors of the adjacent pages (Specification 4.4).
 *
 * Items are newest first in both directions. Because a cursor contains the key of an item and not an offset, inserts
 * and deletes do not shift later pages: an item that exists the whole time is on exactly one page. Backwards, the first
 * page may be short. Throws InvalidCursorError and InvalidLimitError.
 */
export async function paginate<Item extends PageItem>(
  fetchPage: (request: KeysetRequest) => Promise<KeysetPage<Item>>,
  options: PaginateOptions,
): Promise<PageBody<Item>> {
  const { codec, scope, cursor } = options
  const limit = parseLimit(options.limit)
  const position = cursor === null || cursor === undefined ? undefined : codec.decode(cursor, scope)
  const { docs, more, behind = position !== undefined } = await fetchPage({ position, limit })
  const backward = position?.direction === 'prev'
  const first = docs[0]
  const last = docs.at(-1)
  // An empty page has no item as a key; all remaining items are then on the other side of it.
  const newer = { direction: 'prev', key: first === undefined ? oldestKey : toKey(first) } as const
  const older = { direction: 'next', key: last === undefined ? newestKey : toKey(last) } as const
  return {
    data: docs,
    _meta: {
      next: (backward ? behind : more) ? codec.encode(older, scope) : null,
      prev: (backward ? more : behind) ? codec.encode(newer, scope) : null,
      limit,
    },
  }
}

function toKey(item: PageItem): PageKey {
  return { createdAt: item.created_at, id: item.id }
}
