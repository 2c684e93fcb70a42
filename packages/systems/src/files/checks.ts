import type { FileRecord, JsonObject } from '@carebench/protocol'
import { plural } from '@carebench/text'
import { defineSystemCheck, type Findings, type PreparedEvidence } from '@carebench/verifier'
import {
  compileRecordRule,
  fieldSchema,
  fieldsAt,
  jsonEqual,
  judgeRecords,
  listValues,
  recordRuleMembers,
  type SelectedRecord,
  type Selection,
  sortedJson,
  unobserved,
} from '@carebench/verifier/kinds'
import { Type } from 'typebox'
import { compileGlob, type Glob, GlobSyntaxError } from './model/glob.js'
import { fileContent } from './records.js'
import { type FileRow, fileFormat, fileText, listRows, wholeFile } from './view/file-row.js'
import { listAllRows, listFiles, prepareRows, rowsInState } from './view/files-of-state.js'

const schema = Type.Object(
  {
    assert: Type.Literal('sftp-file-present'),
    path: Type.String({ minLength: 1 }),
    fields: Type.Optional(Type.Array(fieldSchema)),
    text: Type.Optional(Type.Unknown()),
    include_seeded: Type.Optional(Type.Boolean()),
    ...recordRuleMembers,
  },
  { additionalProperties: false },
)

/**
 * `sftp-file-present`: files that the agent wrote (with `include_seeded` also the initial ones) whose path matches the
 * glob `path`; an initial file written again with its own content is none. `fields` read the JSON of a file, or the
 * rows of a CSV file, each a record of strings by the names of the header; a file without either satisfies no field.
 * `text` is matched against the whole content.
 */
export const sftpFilePresent = defineSystemCheck({
  kind: 'sftp-file-present',
  schema,
  compile(assertion, findings) {
    const { path, fields = [], text, include_seeded = false, match, count, exclusive } = assertion
    const glob = compilePath(path, findings)
    const written = fieldsAt(fields, '/fields')
    const whole = text === undefined ? [] : [{ path: fileText, expected: text, pathAt: '/text', expectedAt: '/text' }]
    const compiled = compileRecordRule(
      { fields: [...written, ...whole], match, count, exclusive },
      fileFormat,
      findings,
    )
    if (glob === undefined || compiled === undefined) return undefined
    const isSelected = (file: FileRecord) => glob(file.path) && (include_seeded || !file.seeded)
    return {
      ...(fields.length > 0 && {
        prepare: (evidence: PreparedEvidence) => prepareRows(evidence.final, isSelected),
      }),
      selectingPaths: compiled.selectingPaths({
        noun: `files ${path}`,
        records: (state) =>
          listFiles(state)?.flatMap((file) =>
            !glob(file.path) ? [] : fields.length === 0 ? wholeFile(file) : listRows(file),
          ),
      }),
      evaluate(evidence, context) {
        const files = listFiles(evidence.final)
        if (files === undefined) return unobserved(evidence.final.nameOf('files'))
        const scope = compiled.scope(evidence, context)
        if ('outcome' in scope) return scope
        const before = new FilesBefore(evidence)
        const isAgain = (file: FileRecord) =>
          !include_seeded && before.at(file)?.seeded === true && before.isUnchanged(file)
        const select = (from: readonly FileRecord[]): readonly FileRow[] =>
          from
            .filter((file) => isSelected(file) && !isAgain(file))
            .flatMap((file) => (fields.length === 0 ? [wholeFile(file)] : rowsInState(evidence.final, file)))
        const noun = `${include_seeded ? '' : 'written '}files ${path}`
        const selection = { select, rows: select(files), files, noun, evidence, before, isByRow: fields.length > 0 }
        return judgeRecords(new SelectedFiles(selection), compiled.rule, scope)
      },
    }
  },
})

function compilePath(path: string, findings: Findings): Glob | undefined {
  try {
    return compileGlob(path)
  } catch (error) {
    if (error instanceof GlobSyntaxError) return findings.add('/path', error.message)
    throw error
  }
}

interface FileSelection {
  /** Returns the rows of the files that the criterion selects. */
  readonly select: (from: readonly FileRecord[]) => readonly FileRow[]
  readonly rows: readonly FileRow[]
  readonly files: readonly FileRecord[]
  readonly noun: string
  readonly evidence: PreparedEvidence
  readonly before: FilesBefore
  /** Whether the criterion checks rows instead of whole files. */
  readonly isByRow: boolean
}

/** The files before the agent began. */
class FilesBefore {
  readonly #files: ReadonlyMap<string, FileRecord>
  /** Cached, because every row of a file is queried and files can be large. */
  readonly #unchanged = new Map<FileRecord, boolean>()

  constructor({ initial }: PreparedEvidence) {
    this.#files = new Map((initial && listFiles(initial))?.map((file) => [file.path, file]))
  }

  /** Returns the file with the same path. */
  at({ path }: FileRecord): FileRecord | undefined {
    return this.#files.get(path)
  }

  isUnchanged(file: FileRecord): boolean {
    const known = this.#unchanged.get(file)
    if (known !== undefined) return known
    const before = this.at(file)
    const unchanged = before !== undefined && jsonEqual(fileContent(before), fileContent(file))
    this.#unchanged.set(file, unchanged)
    return unchanged
  }
}

/** The rows of a file before the agent began. */
interface EarlierRows {
  /** The first row with each content. */
  readonly byContent: ReadonlyMap<string, FileRow>
  readonly byPlace: ReadonlyMap<string, FileRow>
}

class SelectedFiles implements Selection<FileRow> {
  readonly size: number
  readonly #selection: FileSelection
  readonly #earlierRows = new Map<FileRecord, EarlierRows>()

  constructor(selection: FileSelection) {
    this.#selection = selection
    this.size = selection.rows.length
  }

  at(index: number): SelectedRecord<FileRow> {
    return this.#recordOf(this.#selection.rows[index] as FileRow)
  }

  describe(): string {
    const { rows, noun } = this.#selection
    return rows.some(({ row }) => row !== undefined) ? `rows of ${noun}` : noun
  }

  describeOthers(): string {
    const { files } = this.#selection
    if (files.length === 0) return 'There are no files at all.'
    const paths = files.map(({ path, seeded }) => (seeded ? `${path} (seeded)` : path))
    return `There ${files.length === 1 ? 'is' : 'are'} ${plural(files.length, 'file')}: ${listValues(paths)}.`
  }

  earlier(): Iterable<FileRow> | undefined {
    const { initial } = this.#selection.evidence
    const before = initial && listFiles(initial)
    return before && this.#selectedOf(before)
  }

  sources(): Iterable<FileRow> | undefined {
    const { isByRow, evidence } = this.#selection
    return evidence.initial && (isByRow ? listAllRows(evidence.initial) : listFiles(evidence.initial)?.map(wholeFile))
  }

  *#selectedOf(files: readonly FileRecord[]): Iterable<FileRow> {
    yield* this.#selection.select(files)
  }

  *rivals(): Iterable<SelectedRecord<FileRow>> {
    for (const row of this.#selection.rows) yield this.#recordOf(row)
  }

  #recordOf(row: FileRow): SelectedFile {
    const isUnchanged = (file: FileRecord) => this.#selection.before.isUnchanged(file)
    return new SelectedFile(row, { isUnchanged, earlier: this.#earlierRow })
  }

  /**
   * Returns the row as it was before the agent began: in the file with the same path, an equal row, else the one in the
   * same place.
   */
  readonly #earlierRow = (known: FileRow): FileRow | undefined => {
    const { file, row, reading } = known
    const before = this.#selection.before.at(file)
    if (before === undefined) return undefined
    if (row === undefined) return wholeFile(before)
    const { byContent, byPlace } = this.#rowsBefore(before)
    return byContent.get(sortedJson(known.value ?? null)) ?? byPlace.get(describePlace(row, reading))
  }

  /** Returns the rows of an earlier file; cached, because rows are queried one after the other. */
  #rowsBefore(file: FileRecord): EarlierRows {
    let known = this.#earlierRows.get(file)
    if (known === undefined) {
      const rows = listRows(file)
      const byContent = new Map<string, FileRow>()
      for (const row of rows) {
        const content = sortedJson(row.value ?? null)
        if (!byContent.has(content)) byContent.set(content, row)
      }
      const byPlace = new Map(rows.map((row) => [describePlace(row.row, row.reading), row] as const))
      known = { byContent, byPlace }
      this.#earlierRows.set(file, known)
    }
    return known
  }
}

function describePlace(row: number | undefined, reading: number): string {
  return `${row}/${reading}`
}

interface EarlierFiles {
  isUnchanged(file: FileRecord): boolean
  earlier(row: FileRow): FileRow | undefined
}

class SelectedFile implements SelectedRecord<FileRow> {
  readonly value: FileRow
  readonly #before: EarlierFiles

  constructor(value: FileRow, before: EarlierFiles) {
    this.value = value
    this.#before = before
  }

  identify(): JsonObject {
    const { file, row, reading } = this.value
    return row === undefined
      ? { path: file.path }
      : { path: file.path, row, ...(reading > 0 && { reading: reading + 1 }) }
  }

  describe(): string {
    const { file, row, reading } = this.value
    const again = reading === 0 ? '' : ` (reading ${reading + 1}, as the header repeats a name)`
    return row === undefined ? file.path : `${file.path} row ${row + 1}${again}`
  }

  isUnchanged(): boolean {
    const { file, row } = this.value
    if (this.#before.isUnchanged(file)) return true
    const earlier = row === undefined ? undefined : this.earlier()
    return earlier !== undefined && jsonEqual(earlier.value ?? null, this.value.value ?? null)
  }

  earlier(): FileRow | undefined {
    return this.#before.earlier(this.value)
  }
}
