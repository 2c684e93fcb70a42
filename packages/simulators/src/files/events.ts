import type { RecordedEvent } from '@carebench/protocol'
import type { StoredFile } from './file-tree.js'

/**
 * Makes the event of a call on one file. Its data is `{path, media_type, size, sha256}` of the file that was read,
 * written or deleted. Listing a folder is no event, nor is a file that a scenario drops.
 */
export function fileEvent(type: 'file.read' | 'file.written' | 'file.deleted', file: StoredFile): RecordedEvent {
  const { path, media_type, size, sha256 } = file
  return { type, data: { path, media_type, size, sha256 } }
}
