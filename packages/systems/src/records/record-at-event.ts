import type { JsonObject, RecordAtEvent } from '@carebench/protocol'
import { digestText } from '@carebench/verifier/kinds'

/** Maximum length of texts in events, because a file may have 16 MiB and the log would contain every version. */
const maxTextLength = 32_768

/**
 * Returns a record for an event. Members with texts above the limit are left out, and `omitted` has their digests. Not
 * for payloads of HL7 and X12, which are parsed later.
 */
export function recordAtEvent(collection: string, record: JsonObject, key?: string): RecordAtEvent {
  const long = Object.entries(record).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value.length > maxTextLength ? [[name, value]] : [],
  )
  if (long.length === 0) return { collection, record: { ...record }, ...(key !== undefined && { key }) }
  const names = new Set(long.map(([name]) => name))
  return {
    collection,
    record: Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name))),
    ...(key !== undefined && { key }),
    omitted: Object.fromEntries(long.map(([name, value]) => [name, digestText(value)])),
  }
}
