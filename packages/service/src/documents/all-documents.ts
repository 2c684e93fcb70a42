import type { Collection, Document, FilterTerm, Store } from '@carebench/store'

/**
 * Returns all documents of a collection, or those with one value of one filter, oldest first; for short lists, such as
 * those inside objects.
 *
 * @param batch - number of documents per read; one read is consistent
 */
export async function allDocuments<Doc extends Document>(
  store: Store,
  collection: Collection<Doc>,
  filter?: FilterTerm,
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
