import type { FileRecord, JsonObject, JsonValue } from '@carebench/protocol'
import type { EvidenceState } from '../evidence/evidence-state.js'
import { jsonFormat } from './json-format.js'
import type { CollectedRecord, RecordCollection } from './record-collection.js'

/** A file as JSON; whether it was seeded says nothing of what is in it. */
export const fileContent = (file: FileRecord): JsonObject => ({
  path: file.path,
  content: file.content ?? null,
  content_base64: file.content_base64 ?? null,
})

const readFiles = ({ parts }: EvidenceState): readonly CollectedRecord<JsonValue>[] | undefined =>
  parts.files?.map((file, position) => {
    const content = fileContent(file)
    return { value: content, position, content, name: `file ${file.path}` }
  })

/** Files by path. */
export const files: RecordCollection<JsonValue> = {
  name: 'files',
  part: 'files',
  noun: 'files',
  format: jsonFormat,
  records: (state) => state.once(readFiles),
  identify: ({ value }) => ({ collection: 'files', path: pathOf(value) }),
  keyOf: ({ value }) => String(pathOf(value)),
}

const pathOf = (value: JsonValue): JsonValue => (value as JsonObject).path ?? null
