import type { JsonObject, JsonValue } from '@carebench/protocol'
import { finish, type Steps } from '@carebench/protocol/wire'
import { type Finding, Findings, pointerTo } from '../values/finding.js'
import { isJsonObject } from '../values/json/is-json-object.js'
import { parseRecord, type RunRecord } from './record.js'
import { digestEntryInSteps, digestPartsInSteps, digestSeal, isDivided } from './record-digests.js'

/** Whether a record is unchanged since it was sealed; if not, where it changed. */
export interface RecordCheck {
  readonly ok: boolean
  /** By JSON Pointer into the record. */
  readonly changes: readonly Finding[]
}

export interface RecordCheckOptions {
  /** `seal.digest` as stored elsewhere. With it, a record that was sealed again is detected too. */
  readonly digest?: string
}

/**
 * Compares a record with its seal, and reports every part and log entry that was changed, added or removed. The
 * signature of an attestation is not checked: that needs the key of the server, and `attestationText`.
 *
 * @throws {InvalidRecordError} if the value is not a record, RangeError if it nests too deeply
 */
export function checkRecord(record: unknown, options: RecordCheckOptions = {}): RecordCheck {
  return finish(checkRecordInSteps(record, options))
}

/** Does the same as {@link checkRecord} in steps. The record must not change until it is done. */
export function* checkRecordInSteps(record: unknown, { digest }: RecordCheckOptions = {}): Steps<RecordCheck> {
  const changes = yield* findChanges(parseRecord(record), '')
  const sealed = (record as RunRecord).seal.digest
  if (digest !== undefined && digest !== sealed) {
    changes.push({ path: '/seal/digest', message: `is ${sealed}, expected ${digest}: the record was sealed again` })
  }
  return { ok: changes.length === 0, changes }
}

/** The members of a seal. */
const sealed: ReadonlySet<string> = new Set(['algorithm', 'parts', 'log', 'digest', 'attestation'])

function* findChanges(record: RunRecord, at: string): Steps<Finding[]> {
  const findings = new Findings()
  const { seal } = record
  const content = record as unknown as JsonObject
  compareParts(seal.parts, yield* digestPartsInSteps(content), at, findings)
  const log = content.log as readonly JsonValue[] | undefined
  yield* compareLog(seal.log, log, `${at}/log`, findings)
  const { attestation } = seal
  const isOwn = record.kind === 'task-run' && isJsonObject(attestation) && isJsonObject(attestation.statement)
  if (attestation !== undefined && !(isOwn && attestation.statement.seal === seal.digest)) {
    findings.add(`${at}/seal/attestation`, 'is about another seal: the record was sealed again')
  }
  for (const key of Object.keys(seal)) {
    if (!sealed.has(key))
      findings.add(pointerTo(`${at}/seal`, key), 'was added: a seal contains only digests and an attestation')
  }
  if (digestSeal(seal.parts, seal.log) !== seal.digest) {
    findings.add(`${at}/seal`, 'was changed: its digest is not that of its parts')
  }
  if (record.kind === 'benchmark-run') {
    for (const [index, taskRun] of record.task_runs.entries()) {
      findings.list.push(...(yield* findChanges(taskRun, `${at}/task_runs/${index}`)))
    }
  }
  return findings.list
}

type Digests = Readonly<Record<string, string>>

function compareParts(sealed: Digests, actual: Digests, at: string, findings: Findings): void {
  const before = findings.list.length
  const shapes: string[] = []
  for (const [pointer, digest] of Object.entries(actual)) {
    const expected = Object.hasOwn(sealed, pointer) ? sealed[pointer] : undefined
    if (expected === undefined) findings.add(at + pointer, 'was added after the record was sealed')
    else if (expected !== digest && isDivided(pointer)) shapes.push(pointer)
    else if (expected !== digest) findings.add(at + pointer, 'was changed after the record was sealed')
  }
  for (const pointer of Object.keys(sealed)) {
    if (!Object.hasOwn(actual, pointer)) findings.add(at + pointer, 'was removed after the record was sealed')
  }
  // Additions and removals are already reported.
  if (findings.list.length > before) return
  for (const pointer of shapes) findings.add(at + pointer, 'was changed after the record was sealed')
}

function* compareLog(
  sealed: readonly string[] | undefined,
  log: readonly JsonValue[] | undefined,
  at: string,
  findings: Findings,
): Steps<void> {
  if (sealed === undefined || log === undefined) {
    const what = log === undefined ? 'removed' : 'added'
    if (sealed !== log) findings.add(at, `was ${what} after the record was sealed`)
    return
  }
  for (const [index, entry] of log.slice(0, sealed.length).entries()) {
    yield
    // Each entry is chained to the previously sealed digest, so that one change does not affect all later entries.
    if ((yield* digestEntryInSteps(sealed[index - 1], entry)) !== sealed[index]) {
      findings.add(pointerTo(at, index), 'was changed after the record was sealed')
    }
  }
  if (log.length > sealed.length) findings.add(pointerTo(at, sealed.length), 'and what follows was added')
  if (log.length < sealed.length) findings.add(pointerTo(at, log.length), 'and what followed was removed')
}
