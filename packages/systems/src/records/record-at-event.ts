import type { JsonObject, RecordAtEvent } from '@carebench/protocol'
import { digestText } from '@carebench/verifier/kinds'

/** Maximum length of texts in events: a file has up to 16 MiB, and the log would contain every version. */
const maxTextLength = 32_768

/**
 * Returns a record in the form for events: texts above the limit are replaced by their digests. Do not use it for
 * payloads of HL7 and X12, which are parsed and never removed again.
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
