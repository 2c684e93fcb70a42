import type { JsonObject, RecordAtEvent } from '@carebench/protocol'
import { digestText } from '@carebench/verifier/kinds'

/** Texts with more characters are left out of events: a file has up to 16 MiB, and the log would hold every version. */
const maxTextLength = 32_768

/**
 * A record as an event carries it: texts above the limit are replaced by their digests. Not for payloads of HL7 and
 * X12, which are parsed, and which nothing removes again.
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
