import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '../json/is-json-object.js'
import { showJson } from '../json/show-json.js'
import type { ReadRecord, RecordReader } from '../record-kind.js'

/** Reads at most one record per item; the record has the position of its item. */
export function readItems<Value>(read: (item: JsonObject) => Value | undefined): RecordReader<Value> {
  return (items, { part }) => {
    const records: ReadRecord<Value>[] = []
    for (let position = 0; position < items.length; position++) {
      const item = objectAt(items, position, part)
      const value = read(item)
      if (value !== undefined) records.push({ value, item, position })
    }
    return records
  }
}

/** Reads any number of records per item; positions count the records. */
export function readEach<Value>(read: (item: JsonObject) => readonly Value[]): RecordReader<Value> {
  return (items, { part }) => {
    const records: ReadRecord<Value>[] = []
    for (let at = 0; at < items.length; at++) {
      const item = objectAt(items, at, part)
      for (const value of read(item)) records.push({ value, item, position: records.length })
    }
    return records
  }
}

function objectAt(items: readonly unknown[], at: number, part: string): JsonObject {
  const item = items[at]
  if (isJsonObject(item)) return item
  throw new TypeError(`Expected /${part}/${at} to be an object, got ${showJson(item as JsonValue)}.`)
}
