import { type Collection, type Document, type FilterTerm, remove, type Write } from '@carebench/store'
import { allDocuments } from './all-documents.js'
import type { DocumentContext } from './document-context.js'
import type { OwnedDocument } from './owned.js'
import { conflict } from './write-result.js'

/** Returns the writes that delete all current documents with one value of one filter. */
export async function listRemovals<Doc extends Document>(
  context: DocumentContext,
  collection: Collection<Doc>,
  filter: FilterTerm,
): Promise<Write[]> {
  const ids = (await allDocuments(context.store, collection, filter)).map(({ id }) => id)
  return removalsById(context, collection, ids)
}

/** Returns the writes that delete those of the documents that exist. */
export async function removalsById<Doc extends Document>(
  { store }: DocumentContext,
  collection: Collection<Doc>,
  ids: readonly string[],
): Promise<Write[]> {
  const found = await store.getMany(collection, ids)
  return found.flatMap((one) => (one === undefined ? [] : [remove(collection, one.doc.id, one.revision)]))
}

/**
 * Throws an ApiError `CONFLICT` if a document has the value of the filter; `message` formats the message from that
 * document. The caller must read the document that it deletes before this check.
 */
export async function assertUnreferenced<Doc extends OwnedDocument>(
  context: DocumentContext,
  collection: Collection<Doc>,
  filter: FilterTerm,
  message: (doc: Doc) => string,
): Promise<void> {
  const { docs } = await context.store.page(collection, { filter, limit: 1 })
  const [referring] = docs
  if (referring !== undefined) throw conflict(message(referring))
}
