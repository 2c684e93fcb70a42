import type { JsonObject, JsonValue } from '@carebench/protocol'
import type {
  BenchmarkRunContent,
  BenchmarkRunRecord,
  DifferencesRecord,
  RunRecord,
  TaskRunContent,
  TaskRunDifferences,
  TaskRunRecord,
} from './record.js'
import { digestLog, digestParts, digestSeal } from './record-digests.js'

/**
 * Seals a record: adds digests of all of its parts and of each log entry. The seal covers the JSON of the content, so
 * that writing a record to a file and reading it back changes nothing.
 *
 * A seal reveals changes by anyone who does not seal the record again. Store `seal.digest` elsewhere to detect that too.
 */
export function sealRecord(content: TaskRunContent): TaskRunRecord
export function sealRecord(content: TaskRunDifferences): DifferencesRecord
export function sealRecord(content: BenchmarkRunContent): BenchmarkRunRecord
export function sealRecord(content: TaskRunContent | TaskRunDifferences | BenchmarkRunContent): RunRecord {
  const written: JsonObject = JSON.parse(JSON.stringify(content))
  const { seal: _, ...plain } = written
  const parts = digestParts(plain)
  const log = plain.log === undefined ? undefined : digestLog(plain.log as readonly JsonValue[])
  const seal = { algorithm: 'sha256', parts, ...(log && { log }), digest: digestSeal(parts, log) }
  return { ...plain, seal } as unknown as RunRecord
}
