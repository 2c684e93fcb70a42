import type { FileRecord, JsonValue } from '@carebench/protocol'
import { finish, type Steps } from '@carebench/protocol/wire'
import { compileMatcher, type RecordFormat, type RecordPath } from '@carebench/verifier'
import { jsonFormat } from '@carebench/verifier/kinds'
import { csvLimits, exceedsCsvLimits, readCsvReadingsInSteps } from '../model/csv.js'
import { readFileText } from '../model/file-text.js'
import { readJsonText } from '../model/json-text.js'

/** The value that paths are applied to: the JSON of a file, or one row of its CSV. */
export interface FileRow {
  readonly file: FileRecord
  /** The content as text; undefined if it is unreadable. */
  readonly text: string | undefined
  /** The row number, from 0; undefined for the file as a whole. */
  readonly row: number | undefined
  /**
   * The reading of the row, from 0; there are others only if the header repeats a name and the row has different values
   * for it.
   */
  readonly reading: number
  /** Undefined if the content is neither JSON nor CSV. */
  readonly value: JsonValue | undefined
  /** Whether all values are strings. */
  readonly stringValues: boolean
  /** Set if rows or JSON were wanted, and there are none. */
  readonly isUnread?: true
}

/** Returns the file as a whole. Its JSON is parsed on first use, because a file may have megabytes. */
export function wholeFile(file: FileRecord): FileRow {
  const text = readFileText(file)
  let json: { readonly value: JsonValue | undefined } | undefined
  return {
    file,
    text,
    row: undefined,
    reading: 0,
    get value() {
      json ??= { value: isCsv(file) || text === undefined ? undefined : readJsonText(text) }
      return json.value
    },
    stringValues: false,
  }
}

/**
 * Returns the rows of a file as CSV, in all their readings; the file as a whole if its content is JSON or unreadable,
 * its name ends in `.json`, or it has no rows.
 */
export function listRows(file: FileRecord): readonly FileRow[] {
  return finish(rowsInSteps(file))
}

/** {@link listRows} in steps. */
export function* rowsInSteps(file: FileRecord): Steps<readonly FileRow[]> {
  const whole = wholeFile(file)
  if (whole.value !== undefined) return [whole]
  const unread = [{ ...whole, isUnread: true as const }]
  if (whole.text === undefined || isJson(file)) return unread
  yield
  const all = yield* readCsvReadingsInSteps(whole.text)
  const rows: FileRow[] = []
  for (const [row, readings] of all.entries()) {
    for (const [reading, value] of readings.entries()) {
      rows.push({ ...whole, row, reading, value, stringValues: true })
      if (rows.length % rowsInStep === 0) yield
    }
  }
  return rows.length === 0 ? unread : rows
}

/** Number of rows created per step. */
const rowsInStep = 1000

function isCsv({ path }: FileRecord): boolean {
  return /\.csv$/i.test(path)
}

function isJson({ path }: FileRecord): boolean {
  return /\.json$/i.test(path)
}

/** The format of files: JSON paths into the JSON of a file, or into a CSV row, whose values are strings. */
export const fileFormat: RecordFormat<FileRow> = {
  compilePath(text, at, findings) {
    const path = jsonFormat.compilePath(text, at, findings)
    return (
      path && {
        text,
        many: path.many,
        read: ({ value }) => (value === undefined ? undefined : path.read(value)),
        readAll: ({ value }) => (value === undefined ? [undefined] : path.readAll(value)),
        explainMissing: ({ value, text: content }) =>
          value === undefined ? whyUnread(content) : path.explainMissing?.(value),
        nearest: ({ value }) => (value === undefined ? undefined : path.nearest?.(value)),
      }
    )
  },
  compileMatcher(expected, at, options) {
    const json = compileMatcher(expected, at, options)
    if (json === undefined) return undefined
    const csv = compileMatcher(expected, at, { ...options, stringValues: true, cells: true })
    if (csv === undefined) return undefined
    return (actual, scope, row) => {
      // A file without rows, or that cannot be read, satisfies no condition, not even that something is missing.
      if (row.isUnread === true && actual === undefined) return false
      return (row.stringValues ? csv : json)(actual, scope)
    }
  },
}

function whyUnread(text: string | undefined): string {
  const reason = 'the file is neither JSON nor CSV with a row'
  if (text === undefined || !exceedsCsvLimits(text)) return reason
  return `${reason}; as CSV it may have at most ${csvLimits.lines} lines and ${csvLimits.fields} fields`
}

/** The whole content of a file as one value. */
export const fileText: RecordPath<FileRow> = {
  text: 'text',
  many: false,
  read: ({ text }) => text,
  readAll: ({ text }) => [text],
}
