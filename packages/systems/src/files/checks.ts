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
  unobserved,
} from '@carebench/verifier/kinds'
import { Type } from 'typebox'
import { type FileRow, fileFormat, fileText, rowsOf, wholeFile } from './file-row.js'
import { filesOf } from './files-of-state.js'
import { compileGlob, type Glob, GlobSyntaxError } from './glob.js'
import { fileContent } from './records.js'

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
 * glob `path`. `fields` read the JSON of a file, or the rows of a CSV file, each a record of strings by the names of
 * the header; `text` is matched against the whole content.
 */
export const sftpFilePresent = defineSystemCheck({
  kind: 'sftp-file-present',
  schema,
  compile(assertion, findings) {
    const { path, fields = [], text, include_seeded = false, match, count } = assertion
    const glob = compilePath(path, findings)
    const written = fieldsAt(fields, '/fields')
    const whole = text === undefined ? [] : [{ path: fileText, expected: text, pathAt: '/text', expectedAt: '/text' }]
    const compiled = compileRecordRule({ fields: [...written, ...whole], match, count }, fileFormat, findings)
    if (glob === undefined || compiled === undefined) return undefined
    return {
      evaluate(evidence, context) {
        const files = filesOf(evidence.final)
        if (files === undefined) return unobserved(evidence.final.nameOf('files'))
        const scope = compiled.scope(evidence, context)
        if ('outcome' in scope) return scope
        const fit = files.filter((file) => glob(file.path) && (include_seeded || !file.seeded))
        const rows = fit.flatMap((file) => (fields.length === 0 ? [wholeFile(file)] : rowsOf(file)))
        const noun = `${include_seeded ? '' : 'written '}files ${path}`
        return judgeRecords(new SelectedFiles({ rows, files, noun, evidence }), compiled.rule, scope)
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
  readonly rows: readonly FileRow[]
  readonly files: readonly FileRecord[]
  readonly noun: string
  readonly evidence: PreparedEvidence
}

class SelectedFiles implements Selection<FileRow> {
  readonly size: number
  readonly #selection: FileSelection
  /** The last file is cached: rows of one file are queried consecutively, and files can be large. */
  readonly #unchanged = new Map<FileRecord, boolean>()

  constructor(selection: FileSelection) {
    this.#selection = selection
    this.size = selection.rows.length
  }

  at(index: number): SelectedRecord<FileRow> {
    return new SelectedFile(this.#selection.rows[index] as FileRow, this.#isUnchanged)
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

  readonly #isUnchanged = (file: FileRecord): boolean => {
    const known = this.#unchanged.get(file)
    if (known !== undefined) return known
    const { initial } = this.#selection.evidence
    const before = initial && filesOf(initial)?.find(({ path }) => path === file.path)
    const unchanged = before !== undefined && jsonEqual(fileContent(before), fileContent(file))
    this.#unchanged.set(file, unchanged)
    return unchanged
  }
}

class SelectedFile implements SelectedRecord<FileRow> {
  readonly value: FileRow
  readonly #wasThere: (file: FileRecord) => boolean

  constructor(value: FileRow, wasThere: (file: FileRecord) => boolean) {
    this.value = value
    this.#wasThere = wasThere
  }

  identify(): JsonObject {
    const { file, row } = this.value
    return row === undefined ? { path: file.path } : { path: file.path, row }
  }

  describe(): string {
    const { file, row } = this.value
    return row === undefined ? file.path : `${file.path} row ${row + 1}`
  }

  isUnchanged(): boolean {
    return this.#wasThere(this.value.file)
  }
}
