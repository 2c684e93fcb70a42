import type { JsonValue } from '@carebench/protocol'
import { isJsonObject } from '../../values/json/is-json-object.js'
import { jsonFormat } from './json-format.js'
import type { RecordKind } from './record-kind.js'
import { readItems } from './record-readers.js'

/** The options that {@link jsonKind} cannot derive; the others can be overridden. */
export type JsonKindInput = Pick<RecordKind, 'collection' | 'noun' | 'madeBy' | 'name' | 'identifies' | 'example'> &
  Partial<RecordKind> & {
    /**
     * The members of a record that the system writes by itself: an entry of `allow` need not list them. Default none.
     */
    readonly systemMembers?: readonly string[]
  }

/** Returns a kind whose records are the items themselves, read by JSON paths. */
export function jsonKind({ systemMembers = [], ...input }: JsonKindInput): RecordKind {
  return {
    format: jsonFormat,
    read: readJsonItems,
    content: (value) => value,
    authored: (_, content) => [{ value: without(content, systemMembers) }],
    identify: (_, position) => ({ collection: input.collection, record: position }),
    ...input,
  }
}

function without(content: JsonValue, names: readonly string[]): JsonValue {
  if (!isJsonObject(content)) return content
  const own = names.filter((name) => Object.hasOwn(content, name))
  if (own.length === 0) return content
  const others: Record<string, JsonValue> = { ...content }
  for (const name of own) delete others[name]
  return others
}

const readJsonItems = /* @__PURE__ */ readItems<JsonValue>((item) => item)
