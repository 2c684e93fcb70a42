import type { CursorCodec } from './cursor-codec.js'
import { parseLimit } from './limit.js'
import { newestKey, oldestKey, type PageKey, type PagePosition } from './position.js'

/** What an item must tell: where it stands in its list. */
export interface PageItem {
  readonly id: string
  /** RFC 3339 in UTC with milliseconds. */
  readonly created_at: string
}

/** What {@link paginate} asks of a list. */
export interface KeysetRequest {
  /** Missing: from the newest item. The item with this key need not exist (any more). */
  readonly position?: PagePosition | undefined
  /** At most so many items. */
  readonly limit: number
}

/** What a list answers. */
export interface KeysetPage<Item> {
  /** Newest first in both directions. */
  readonly docs: readonly Item[]
  /** True if there are further items in the direction of the request. */
  readonly more: boolean
  /** True if there are items on the other side of `docs`, where the request came from; missing: not known. */
  readonly behind?: boolean | undefined
}

export interface PaginateOptions {
  readonly codec: CursorCodec
  /** Names the list, its filters and its owner. */
  readonly scope: string
  /** As it came in the query; see {@link parseLimit}. */
  readonly limit?: string | number | null | undefined
  /** As it came in the query; missing or null: the first page. */
  readonly cursor?: string | null | undefined
}

/** A page as it is answered (Specification 4.4). */
export interface PageBody<Item> {
  readonly data: readonly Item[]
  readonly _meta: PageMeta
}

export interface PageMeta {
  /** The cursor of the page after this one; null on the last page. */
  readonly next: string | null
  /** The cursor of the page before this one; null on the first page. */
  readonly prev: string | null
  /** The limit that was applied. */
  readonly limit: number
}

/**
 * Reads one page of a list and writes the cursors of its neighbours (Specification 4.4).
 *
 * Items stand newest first in both directions. Because a cursor names an item and not a number, inserts and deletes move
 * no later page: an item that exists all the time is on exactly one page of a walk. Walking back, the first page may
 * come back short. Throws InvalidCursorError and InvalidLimitError.
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
  // An empty page has no item to name; then whatever is left stands on the other side of it.
  const newer = { direction: 'prev', key: first === undefined ? oldestKey : keyOf(first) } as const
  const older = { direction: 'next', key: last === undefined ? newestKey : keyOf(last) } as const
  return {
    data: docs,
    _meta: {
      next: (backward ? behind : more) ? codec.encode(older, scope) : null,
      prev: (backward ? more : behind) ? codec.encode(newer, scope) : null,
      limit,
    },
  }
}

function keyOf(item: PageItem): PageKey {
  return { createdAt: item.created_at, id: item.id }
}
