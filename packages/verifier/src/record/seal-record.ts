import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { BenchmarkRunContent, BenchmarkRunRecord, TaskRunContent, TaskRunRecord } from './record.js'
import { digestLog, digestParts, digestSeal } from './record-digests.js'

/**
 * Seals a record: adds digests of all of its parts, and of its log entry by entry. What is sealed is the JSON of the
 * content, so that a record written to a file and read again is the same.
 *
 * A seal shows changes by whoever does not make it anew. Keep `seal.digest` elsewhere to show all of them.
 */
export function sealRecord(content: TaskRunContent): TaskRunRecord
export function sealRecord(content: BenchmarkRunContent): BenchmarkRunRecord
export function sealRecord(content: TaskRunContent | BenchmarkRunContent): TaskRunRecord | BenchmarkRunRecord {
  const written: JsonObject = JSON.parse(JSON.stringify(content))
  const { seal: _, ...plain } = written
  const parts = digestParts(plain)
  const log = plain.log === undefined ? undefined : digestLog(plain.log as readonly JsonValue[])
  const seal = { algorithm: 'sha256', parts, ...(log && { log }), digest: digestSeal(parts, log) }
  return { ...plain, seal } as unknown as TaskRunRecord | BenchmarkRunRecord
}
