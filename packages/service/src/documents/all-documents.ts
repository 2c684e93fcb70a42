import type { Collection } from '../ports/collection.js'
import type { FilterTerm, Store } from '../ports/store.js'
import type { OwnedDocument } from './owned.js'

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
