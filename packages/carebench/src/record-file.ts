import { checkRecord, InvalidRecordError, parseRecord, type RunRecord, type TaskRunRecord } from '@carebench/verifier'
import { WrongUse } from './exit-reason.js'
import { memberOf, readJsonFile } from './json-file.js'
import { printable } from './printable.js'
import { wrap } from './text-layout.js'

/** A record from a file, with the changes since it was sealed. */
export interface ReadRecord {
  readonly record: RunRecord
  readonly seal: ReturnType<typeof checkRecord>
}

/** Reads a record and checks its seal. Throws a WrongUse if the file does not contain one. */
export function readRecordFile(file: string, digest: string | undefined): ReadRecord {
  const value = readJsonFile(file)
  const refusal = memberOf(memberOf(value, 'error'), 'message')
  if (typeof refusal === 'string') {
    throw new WrongUse(`${file} is no record, but the error of a server: ${printable(refusal)}`)
  }
  try {
    return { record: parseRecord(value), seal: checkRecord(value, digest === undefined ? {} : { digest }) }
  } catch (error) {
    if (error instanceof InvalidRecordError || error instanceof RangeError) {
      throw new WrongUse(`${file}: ${error.message}`)
    }
    throw error
  }
}

/** The records of task runs in a record. */
export function taskRunsOf(record: RunRecord): readonly TaskRunRecord[] {
  return record.kind === 'task-run' ? [record] : record.task_runs
}

/** The name of a task run of a record in messages. */
export function nameOf({ task, about }: TaskRunRecord): string {
  const name = task?.name ?? about?.task_run_id
  return typeof name === 'string' ? name : 'the task run'
}

/** Lines about the seal. */
export function formatSeal({ ok, changes }: ReadRecord['seal']): string[] {
  if (ok) return ['seal     intact']
  return [
    `seal     broken: ${changes.length === 1 ? 'one part' : `${changes.length} parts`} of the record changed`,
    ...changes.flatMap(({ path, message }) => wrap(`${path || '/'} ${message}`, 9)),
  ]
}
