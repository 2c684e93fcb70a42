import {
  InvalidCursor,
  type KeysetPage,
  type KeysetRequest,
  type PageBody,
  type PageItem,
  type PageKey,
  type PagePosition,
  paginate,
} from '@carebench/pagination'
import { ApiError } from '@carebench/protocol'
import type { ServiceContext } from '../context.js'
import type { Collection } from '../ports/collection.js'
import type { FilterTerm, Store } from '../ports/store.js'
import type { OwnedDocument } from './owned.js'

/** A page as it is answered. Specification 4.4. */
export interface PageAnswer<Item> {
  data: Item[]
  _meta: { next: string | null; prev: string | null; limit: number }
}

export interface ListRequest<Doc extends OwnedDocument, Item> {
  readonly collection: Collection<Doc>
  readonly filter: readonly FilterTerm[]
  readonly organizationId: string
  readonly query: { readonly limit?: number; readonly cursor?: string }
  readonly toWire: (doc: Doc) => Item | Promise<Item>
}

/** Answers one page of a list, newest first. Throws an ApiError `INVALID_CURSOR`. Specification 4.4. */
export async function listDocuments<Doc extends OwnedDocument, Item>(
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

/** An item with its place in its list. */
export interface ListedItem<Item> {
  readonly key: PageKey
  readonly item: Item
}

/** A list that is read as a whole, because it is short or kept as one. */
export interface ItemList<Item> {
  /** What tells it from other lists, its owner included. */
  readonly scope: readonly string[]
  readonly query: ListRequest<OwnedDocument, unknown>['query']
  /** By descending key. */
  readonly newestFirst: readonly ListedItem<Item>[]
}

/** Answers one page of it. Throws an ApiError `INVALID_CURSOR`. Specification 4.4. */
export async function listItems<Item>(context: ServiceContext, list: ItemList<Item>): Promise<PageAnswer<Item>> {
  const { scope, query, newestFirst } = list
  const page = await readPage(context, scope, query, async ({ position, limit }) => {
    const after = position === undefined ? 0 : countBefore(newestFirst, position)
    const [begin, end] = position?.direction === 'prev' ? [Math.max(0, after - limit), after] : [after, after + limit]
    return {
      docs: newestFirst.slice(begin, end).map(({ key, item }) => ({ id: key.id, created_at: key.createdAt, item })),
      more: position?.direction === 'prev' ? begin > 0 : end < newestFirst.length,
      behind: position?.direction === 'prev' ? end < newestFirst.length : begin > 0,
    }
  })
  return { data: page.data.map(({ item }) => item), _meta: { ...page._meta } }
}

/** How many items stand before the position; the one with its key stands after a `prev` and before a `next`. */
function countBefore(newestFirst: readonly ListedItem<unknown>[], { direction, key }: PagePosition): number {
  const stands = direction === 'next' ? (order: number) => order >= 0 : (order: number) => order > 0
  const index = newestFirst.findIndex((listed) => !stands(compare(listed.key, key)))
  return index === -1 ? newestFirst.length : index
}

function compare(left: PageKey, right: PageKey): number {
  return compareTexts(left.createdAt, right.createdAt) || compareTexts(left.id, right.id)
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
    if (!(error instanceof InvalidCursor)) throw error
    throw new ApiError('INVALID_CURSOR', error.message, { cause: error })
  }
}

/** What {@link listOwned} needs of a call. */
export interface ListCall {
  readonly caller: { readonly organizationId: string }
  readonly query: ListRequest<OwnedDocument, unknown>['query']
}

/** Answers one page of everything of a kind that the caller's organization owns. The collection filters by `organization`. */
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

/** All documents with one value of one filter, oldest first: for the short lists inside objects. */
export async function allDocuments<Doc extends OwnedDocument>(
  store: Store,
  collection: Collection<Doc>,
  filter: FilterTerm,
): Promise<Doc[]> {
  const found: Doc[] = []
  for (;;) {
    const last = found.at(-1)
    const position =
      last === undefined
        ? undefined
        : ({ direction: 'next', key: { createdAt: last.created_at, id: last.id } } as const)
    const page = await store.page(collection, { filter, position, limit: 100 })
    found.push(...page.docs)
    if (!page.more) return found.reverse()
  }
}
