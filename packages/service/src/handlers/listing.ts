import {
  InvalidCursorError,
  type KeysetPage,
  type KeysetRequest,
  type PageBody,
  type PageItem,
  type PageKey,
  type PagePosition,
  paginate,
} from '@carebench/pagination'
import { ApiError } from '@carebench/protocol'
import type { Collection, Document, FilterTerm } from '@carebench/store'
import type { ServiceContext } from '../context/context.js'
import type { OwnedDocument } from '../documents/owned.js'

/** A page in a response. Specification 4.4. */
export interface PageAnswer<Item> {
  data: Item[]
  _meta: { next: string | null; prev: string | null; limit: number }
}

export interface ListRequest<Doc extends Document, Item> {
  readonly collection: Collection<Doc>
  readonly filter: readonly FilterTerm[]
  /** The owner of the list: cursors of another organization are invalid for it. Null for lists of the operator. */
  readonly organizationId: string | null
  readonly query: { readonly limit?: number; readonly cursor?: string }
  readonly toWire: (doc: Doc) => Item | Promise<Item>
}

/** Returns one page of a list, newest first. Throws an ApiError `INVALID_CURSOR`. Specification 4.4. */
export async function listDocuments<Doc extends Document, Item>(
  context: ServiceContext,
  request: ListRequest<Doc, Item>,
): Promise<PageAnswer<Item>> {
  const { collection, filter, organizationId, query } = request
  const scope = [collection.name, filter.map(({ name, value }) => [name, value]), organizationId]
  const page = await readPage(context, scope, query, ({ position, limit }) =>
    context.store.page(collection, { filter, position, limit }),
  )
  return { data: await Promise.all(page.data.map(request.toWire)), _meta: { ...page._meta } }
}

/** An item with its position in its list. */
export interface ListedItem<Item> extends PageItem {
  readonly item: Item
}

/** A list that is not a collection of the store. */
export interface ItemList<Item> {
  /** Identifies the list, including its owner. */
  readonly scope: readonly string[]
  readonly query: ListRequest<OwnedDocument, unknown>['query']
  readonly readPage: (request: KeysetRequest) => KeysetPage<ListedItem<Item>>
}

/** Returns one page of the list. Throws an ApiError `INVALID_CURSOR`. Specification 4.4. */
export async function listItems<Item>(context: ServiceContext, list: ItemList<Item>): Promise<PageAnswer<Item>> {
  const page = await readPage(context, list.scope, list.query, async (request) => list.readPage(request))
  return { data: page.data.map(({ item }) => item), _meta: { ...page._meta } }
}

/** Creates a reader for pages of a short list, which must be sorted by descending `created_at` and `id`. */
export function makePageReader<Item>(newestFirst: readonly ListedItem<Item>[]): ItemList<Item>['readPage'] {
  return ({ position, limit }) => {
    const before = position === undefined ? 0 : countBefore(newestFirst, position)
    if (position?.direction === 'prev') {
      const begin = Math.max(0, before - limit)
      return { docs: newestFirst.slice(begin, before), more: begin > 0, behind: before < newestFirst.length }
    }
    const end = before + limit
    return { docs: newestFirst.slice(before, end), more: end < newestFirst.length, behind: before > 0 }
  }
}

/** Returns the number of items before the position; the item with its key comes after a `prev` and before a `next`. */
function countBefore(newestFirst: readonly PageItem[], { direction, key }: PagePosition): number {
  const stands = direction === 'next' ? (order: number) => order >= 0 : (order: number) => order > 0
  const index = newestFirst.findIndex((listed) => !stands(compare(listed, key)))
  return index === -1 ? newestFirst.length : index
}

function compare(left: PageItem, right: PageKey): number {
  return compareTexts(left.created_at, right.createdAt) || compareTexts(left.id, right.id)
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

/** Pages with the service's cursors. Throws an ApiError `INVALID_CURSOR`. */
async function readPage<Item extends PageItem>(
  context: ServiceContext,
  scope: readonly unknown[],
  { limit, cursor }: ListRequest<OwnedDocument, unknown>['query'],
  fetchPage: (request: KeysetRequest) => Promise<KeysetPage<Item>>,
): Promise<PageBody<Item>> {
  try {
    return await paginate(fetchPage, { codec: context.cursors, scope: JSON.stringify(scope), limit, cursor })
  } catch (error) {
    if (!(error instanceof InvalidCursorError)) throw error
    throw new ApiError('INVALID_CURSOR', error.message, { cause: error })
  }
}

/** The parts of a call that {@link listOwned} needs. */
export interface ListCall {
  readonly caller: { readonly organizationId: string }
  readonly query: ListRequest<OwnedDocument, unknown>['query']
}

/**
 * Returns one page of all documents of a kind that the caller's organization owns. The collection must have the filter
 * `organization`.
 */
export function listOwned<Doc extends OwnedDocument, Item>(
  context: ServiceContext,
  { caller, query }: ListCall,
  collection: Collection<Doc>,
  toWire: (doc: Doc) => Item | Promise<Item>,
): Promise<PageAnswer<Item>> {
  const { organizationId } = caller
  const filter = [{ name: 'organization', value: organizationId }]
  return listDocuments(context, { collection, filter, organizationId, query, toWire })
}
