import type { RecordedEvent } from '@carebench/protocol'
import { recordAtEvent } from '../records/record-at-event.js'
import type { RefusalDescription } from '../records/refused-act.js'
import type { EventDescription } from '../system.js'
import { fileRecord } from './evidence.js'
import type { StoredFile } from './model/file-tree.js'

/**
 * Creates the event of a call on one file. Its data is `{path, media_type, size, sha256}` of the file that was read,
 * written or deleted; `outward` has a file that was written. Listing a folder emits no event, and neither does a file
 * dropped by a scenario.
 */
export function fileEvent(type: 'file.read' | 'file.written' | 'file.deleted', file: StoredFile): RecordedEvent {
  const { path, media_type, size, sha256 } = file
  const data = { path, media_type, size, sha256 }
  if (type !== 'file.written') return { type, data }
  return { type, data, outward: [recordAtEvent('files', { ...fileRecord(file) }, path)] }
}

/** The event of a rejected call. */
export const filesRefusal: RefusalDescription = { event: 'file.refused', collection: 'files' }

/** The events that the file exchange emits. */
export const filesEvents: readonly EventDescription[] = [
  {
    type: 'file.read',
    summary: 'A file was read',
    example: { path: 'outbound/report.csv', media_type: 'text/csv', size: 120, sha256: '0'.repeat(64) },
  },
  {
    type: 'file.written',
    summary: 'The agent submitted a file',
    example: { path: 'outbound/report.csv', media_type: 'text/csv', size: 120, sha256: '0'.repeat(64) },
  },
  {
    type: 'file.deleted',
    summary: 'The agent withdrew a file',
    example: { path: 'outbound/report.csv', media_type: 'text/csv', size: 120, sha256: '0'.repeat(64) },
  },
  {
    type: 'file.refused',
    summary: 'The agent tried to write a file that was not taken',
    example: { reason: 'The path must not contain "..".', people: [] },
  },
]
