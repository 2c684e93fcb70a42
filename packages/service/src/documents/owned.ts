import { ApiError } from '@carebench/protocol'
import type { Collection, Document, Stored } from '@carebench/store'
import type { DocumentContext } from './document-context.js'

/** A document that belongs to an organization. */
export interface OwnedDocument extends Document {
  readonly organization_id: string
}

/**
 * Reads a document of the caller's organization. Throws an ApiError `RESOURCE_NOT_FOUND`, the same for an unknown id
 * and for one of another organization. Specification 5.
 */
export async function getOwned<Doc extends OwnedDocument>(
  context: DocumentContext,
  collection: Collection<Doc>,
  id: string,
  organizationId: string,
): Promise<Stored<Doc>> {
  const found = await context.store.get(collection, id)
  if (found === undefined || found.doc.organization_id !== organizationId) throw notFound()
  return found
}

/** Returns the error for everything that does not exist, or does not exist for the caller. */
export function notFound(): ApiError {
  return new ApiError('RESOURCE_NOT_FOUND', 'There is no such resource.')
}
