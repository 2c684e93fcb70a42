import type { DocumentOperationId } from '@carebench/protocol'
import { browsePortal } from './browse-portal.js'
import type { DocumentHandler } from './document-request.js'

/** The handler of every document: an operation without one does not compile. */
export const documentHandlers: Readonly<Record<DocumentOperationId, DocumentHandler>> = { browsePortal }
