import type { JsonObject, JsonValue } from '@carebench/protocol'
import { finish, type Steps } from '@carebench/protocol/wire'
import type {
  BenchmarkRunContent,
  BenchmarkRunRecord,
  DifferencesRecord,
  RunRecord,
  TaskRunContent,
  TaskRunDifferences,
  TaskRunRecord,
} from './record.js'
import { digestLogInSteps, digestPartsInSteps, digestSeal } from './record-digests.js'

/**
 * Seals a record: adds digests of all of its parts and of each log entry. The seal covers the JSON of the content, so
 * that writing a record to a file and reading it back changes nothing.
 *
 * A seal reveals changes by anyone who does not seal the record again. Store `seal.digest` elsewhere to detect that
 * too.
 */
export function sealRecord(content: TaskRunContent): TaskRunRecord
export function sealRecord(content: TaskRunDifferences): DifferencesRecord
export function sealRecord(content: BenchmarkRunContent): BenchmarkRunRecord
export function sealRecord(content: RecordContent): RunRecord {
  return finish(seal(content))
}

/** Does the same as {@link sealRecord} in steps, for records of many megabytes. */
export function sealRecordInSteps(content: TaskRunContent): Steps<TaskRunRecord>
export function sealRecordInSteps(content: TaskRunDifferences): Steps<DifferencesRecord>
export function sealRecordInSteps(content: BenchmarkRunContent): Steps<BenchmarkRunRecord>
export function sealRecordInSteps(content: RecordContent): Steps<RunRecord> {
  return seal(content)
}

type RecordContent = TaskRunContent | TaskRunDifferences | BenchmarkRunContent

function* seal(content: RecordContent): Steps<RunRecord> {
  const written = (yield* copyJson(content, divided)) as JsonObject
  const { seal: _, ...plain } = written
  const parts = yield* digestPartsInSteps(plain)
  const log = plain.log === undefined ? undefined : yield* digestLogInSteps(plain.log as readonly JsonValue[])
  const own = { algorithm: 'sha256', parts, ...(log && { log }), digest: digestSeal(parts, log) }
  return { ...plain, seal: own } as unknown as RunRecord
}

/**
 * Values this deep are copied in one step. A log entry contains a call, which contains a body, its JSON, and there the
 * entries of a Bundle: each of these is one step.
 */
const divided = 9

/** Returns the value of its JSON text, as `JSON.parse(JSON.stringify(value))`. */
function* copyJson(value: unknown, levels: number): Steps<JsonValue> {
  // Nothing can change a string, and writing one of 16 MB takes long.
  if (typeof value === 'string') return value
  if (levels === 0 || typeof value !== 'object' || value === null || 'toJSON' in value) {
    return JSON.parse(JSON.stringify(value) ?? 'null')
  }
  yield
  if (Array.isArray(value)) {
    const items: JsonValue[] = []
    for (const item of value) items.push(yield* copyJson(item, levels - 1))
    return items
  }
  const members: [string, JsonValue][] = []
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) members.push([name, yield* copyJson(member, levels - 1)])
  }
  return Object.fromEntries(members)
}
