import type { Collection, FilterTerm, Store } from '@carebench/store'
import type { OwnedDocument } from './owned.js'

/**
 * All documents with one value of one filter, oldest first, for the short lists inside objects.
 *
 * @param batch - number of documents per read; one read is consistent
 */
export async function allDocuments<Doc extends OwnedDocument>(
  store: Store,
  collection: Collection<Doc>,
  filter: FilterTerm,
  batch = 100,
): Promise<Doc[]> {
  const found: Doc[] = []
  for (;;) {
    const last = found.at(-1)
    const position =
      last === undefined
        ? undefined
        : ({ direction: 'next', key: { createdAt: last.created_at, id: last.id } } as const)
    const page = await store.page(collection, { filter, position, limit: batch })
    found.push(...page.docs)
    if (!page.more) return found.reverse()
  }
}
