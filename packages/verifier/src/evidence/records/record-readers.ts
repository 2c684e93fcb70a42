import type { JsonObject, JsonValue } from '@carebench/protocol'
import { pointerTo } from '../../values/finding.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import { showJson } from '../../values/json/show-json.js'
import type { ReadRecord, RecordReader } from './record-kind.js'

/**
 * Reads the value of an item. `place` returns the JSON Pointer of the item in the evidence, for messages; it is valid
 * until `read` returns.
 */
export type ReadItem<Value> = (item: JsonObject, place: () => string) => Value

/** Reads at most one record per item; the record has the position of its item. */
export function readItems<Value>(read: ReadItem<Value | undefined>): RecordReader<Value> {
  return (items, { at }) => {
    const records: ReadRecord<Value>[] = []
    let position = 0
    const place = () => pointerTo(at, position)
    for (; position < items.length; position++) {
      const item = objectAt(items, position, at)
      const value = read(item, place)
      if (value !== undefined) records.push({ value, item, position })
    }
    return records
  }
}

/** Reads any number of records per item; positions count the records. */
export function readEach<Value>(read: ReadItem<readonly Value[]>): RecordReader<Value> {
  return (items, { at }) => {
    const records: ReadRecord<Value>[] = []
    let index = 0
    const place = () => pointerTo(at, index)
    for (; index < items.length; index++) {
      const item = objectAt(items, index, at)
      for (const value of read(item, place)) records.push({ value, item, position: records.length })
    }
    return records
  }
}

function objectAt(items: readonly unknown[], index: number, at: string): JsonObject {
  const item = items[index]
  if (isJsonObject(item)) return item
  throw new TypeError(`Expected ${pointerTo(at, index)} to be an object, got ${showJson(item as JsonValue)}.`)
}
