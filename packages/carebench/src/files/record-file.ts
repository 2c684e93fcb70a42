import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  defaultSystems,
  InvalidBaseError,
  NotReplayableError,
  type OpenedRecord,
  parseBase,
  RecordOpener,
} from '@carebench/service'
import {
  checkRecord,
  type DifferencesRecord,
  InvalidRecordError,
  parseRecord,
  type RunRecord,
  type TaskRunRecord,
} from '@carebench/verifier'
import { UsageError } from '../terminal/exit-reason.js'
import { printable } from '../terminal/printable.js'
import { wrap } from '../terminal/text-layout.js'
import { findMember, readJsonFile } from './json-file.js'

/** A record from a file, with the changes since it was sealed. */
export interface ReadRecord {
  readonly record: RunRecord
  readonly seal: ReturnType<typeof checkRecord>
}

/** The record of one task run in a file; it may name its base instead of containing it. */
export type RecordedTaskRun = TaskRunRecord | DifferencesRecord

/** Reads a record and checks its seal. Throws a UsageError if the file does not contain one. */
export function readRecordFile(file: string, digest: string | undefined): ReadRecord {
  const value = readJsonFile(file)
  const refusal = findMember(findMember(value, 'error'), 'message')
  if (typeof refusal === 'string') {
    throw new UsageError(`${file} is not a record, but an error of a server: ${printable(refusal)}`)
  }
  try {
    return { record: parseRecord(value), seal: checkRecord(value, digest === undefined ? {} : { digest }) }
  } catch (error) {
    if (error instanceof InvalidRecordError || error instanceof RangeError) {
      throw new UsageError(`${file}: ${error.message}`)
    }
    throw error
  }
}

/** Returns the records of the task runs in a record, which may be of one task run. */
export function listTaskRuns(record: RunRecord): readonly RecordedTaskRun[] {
  return record.kind === 'task-run' ? [record] : record.task_runs
}

/** Reads the bases that records name, from files and folders of them. Throws a UsageError if a file is not one. */
export function readBases(places: readonly string[] = []): RecordOpener {
  const bases = places.flatMap(jsonFilesAt).map((file) => {
    try {
      return parseBase(readJsonFile(file), (text) => createHash('sha256').update(text).digest('hex'))
    } catch (error) {
      if (error instanceof InvalidBaseError) throw new UsageError(`${file}: ${error.message}`, { cause: error })
      throw error
    }
  })
  return new RecordOpener(defaultSystems, bases)
}

/**
 * Returns a file itself, or the JSON files in a folder, including compressed ones. Throws a UsageError for a folder
 * without any.
 */
export function jsonFilesAt(place: string): readonly string[] {
  if (!existsSync(place) || !statSync(place).isDirectory()) return [place]
  const files = readdirSync(place).filter((name) => /\.json(\.gz)?$/.test(name))
  if (files.length === 0) throw new UsageError(`${place} has no .json or .json.gz file`)
  return files.sort().map((name) => join(place, name))
}

/** Opens a record with its complete evidence. Throws a UsageError if it names a base that is not in `bases`. */
export function openTaskRun(record: RecordedTaskRun, bases: RecordOpener, file: string): OpenedRecord {
  try {
    return bases.open(record)
  } catch (error) {
    if (error instanceof NotReplayableError) throw explainMissing(error, file)
    throw error
  }
}

/** Converts an error about an incomplete record to a UsageError. */
export function explainMissing(error: NotReplayableError, file: string): UsageError {
  const how = error.message.includes('which was not given')
    ? ' Pass the base with --base FILE; a results folder has its bases in bases/.'
    : ''
  return new UsageError(`${file}: ${error.message}${how}`, { cause: error })
}

/** Names a task run of a record in messages. */
export function nameTaskRun({ task, about }: Pick<RecordedTaskRun, 'task' | 'about'>): string {
  const name = task?.name ?? about?.task_run_id
  return typeof name === 'string' ? name : 'the task run'
}

/** Formats lines about the seal. */
export function formatSeal({ ok, changes }: ReadRecord['seal']): string[] {
  if (ok) return ['seal     intact']
  return [
    `seal     broken: ${changes.length === 1 ? 'one part' : `${changes.length} parts`} of the record changed`,
    ...changes.flatMap(({ path, message }) => wrap(`${printable(path || '/')} ${printable(message)}`, 9)),
  ]
}
