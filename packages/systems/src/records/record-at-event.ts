import type { JsonObject, RecordAtEvent } from '@carebench/protocol'
import { digestText } from '@carebench/verifier/kinds'

/** Maximum length of texts in events: a file has up to 16 MiB, and the log would contain every version. */
const maxTextLength = 32_768

/**
 * Returns a record in the form for events: texts above the limit are replaced by their digests. Do not use it for
 * payloads of HL7 and X12, which are parsed and never removed again.
 */
export function recordAtEvent(collection: string, record: JsonObject, key?: string): RecordAtEvent {
  const kept: [string, JsonObject[string]][] = []
  const omitted: [string, string][] = []
  for (const [name, value] of Object.entries(record)) {
    if (typeof value === 'string' && value.length > maxTextLength) {
      omitted.push([name, digestText(value)])
    } else kept.push([name, value])
  }
  return {
    collection,
    record: Object.fromEntries(kept),
    ...(key !== undefined && { key }),
    ...(omitted.length > 0 && { omitted: Object.fromEntries(omitted) }),
  }
}
