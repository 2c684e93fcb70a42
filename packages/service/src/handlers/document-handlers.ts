import type { DocumentOperationId } from '@carebench/protocol'
import type { DocumentHandler } from './document-request.js'
import { browsePortal } from './portal/browse-portal.js'
import { browseWorkstation } from './workstation/browse-workstation.js'

/** The handler of every document operation: a missing one is a compile error. */
export const documentHandlers: Readonly<Record<DocumentOperationId, DocumentHandler>> = {
  browsePortal,
  browseWorkstation,
}
