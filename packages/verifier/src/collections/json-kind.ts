import type { JsonValue } from '@carebench/protocol'
import type { RecordKind } from '../record-kind.js'
import { jsonFormat } from './json-format.js'
import { readItems } from './record-readers.js'

/** What {@link jsonKind} cannot derive; the rest can be overridden. */
export type JsonKindInput = Pick<RecordKind, 'collection' | 'noun' | 'madeBy' | 'name' | 'identifies' | 'example'> &
  Partial<RecordKind>

/** A kind whose records are the items themselves, read by JSON paths. */
export function jsonKind(input: JsonKindInput): RecordKind {
  return {
    format: jsonFormat,
    read: readJsonItems,
    content: (value) => value,
    identify: (_, position) => ({ collection: input.collection, record: position }),
    ...input,
  }
}

const readJsonItems = /* @__PURE__ */ readItems<JsonValue>((item) => item)
