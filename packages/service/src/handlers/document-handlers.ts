import type { DocumentOperationId } from '@carebench/protocol'
import { browsePortal } from './browse-portal.js'
import type { DocumentHandler } from './document-request.js'

/** The handler of every document operation: a missing one is a compile error. */
export const documentHandlers: Readonly<Record<DocumentOperationId, DocumentHandler>> = { browsePortal }
