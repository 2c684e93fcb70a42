import { InvalidCursor, paginate } from '@carebench/pagination'
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
  try {
    const page = await paginate(({ position, limit }) => context.store.page(collection, { filter, position, limit }), {
      codec: context.cursors,
      scope: JSON.stringify([collection.name, filter.map(({ name, value }) => [name, value]), organizationId]),
      limit: query.limit,
      cursor: query.cursor,
    })
    return { data: await Promise.all(page.data.map(request.toWire)), _meta: { ...page._meta } }
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
