import { closeSync, fsyncSync, openSync, readdirSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isLockFile } from './liveness-socket.js'
import { readPlainFile } from './plain-file.js'
import { WrongFolderError } from './wrong-folder-error.js'

/** The label of a folder, in `carebench.json`. */
export interface FolderLabel {
  readonly format: 1
  readonly engine: 'pglite'
  /** The major version of PostgreSQL that wrote the files: another one cannot read them. */
  readonly postgres: number
  /** False until the database is complete. */
  readonly ready: boolean
}

const name = 'carebench.json'

/**
 * Reads the label of a folder; undefined for a new one. Throws a {@link WrongFolderError} if the folder has files and
 * no label, or one of another engine, version or format than `expected`.
 *
 * @param ignored - names of files that a new folder may have, besides those of its lock
 */
export function readLabel(
  folder: string,
  expected: Omit<FolderLabel, 'ready'>,
  ignored: readonly string[],
): FolderLabel | undefined {
  const names = readdirSync(folder)
  if (!names.includes(name)) {
    const foreign = names.filter((candidate) => !ignored.includes(candidate) && !isLockFile(candidate))
    if (foreign.length === 0) return undefined
    throw new WrongFolderError(
      `Expected an empty folder, or one that carebench created, which contains ${name}; ${folder} contains ` +
        `${foreign.slice(0, 3).join(', ')}.`,
    )
  }
  const label = parse(readPlainFile(join(folder, name)))
  const { format, engine, postgres } = label
  if (format === undefined || engine === undefined || postgres === undefined) {
    throw new WrongFolderError(
      `${join(folder, name)} is damaged: expected {"format": …, "engine": …, "postgres": …}. ` +
        'Restore it from a copy of the folder.',
    )
  }
  if (format !== expected.format || engine !== expected.engine || postgres !== expected.postgres) {
    throw new WrongFolderError(
      `${folder} was written in format ${format} by ${engine} with PostgreSQL ${postgres}; this version reads ` +
        `format ${expected.format} of ${expected.engine} with PostgreSQL ${expected.postgres}. Export it with the ` +
        'version that wrote it (carebench store export), and import it into a new folder (carebench store import).',
    )
  }
  return { ...expected, ready: label.ready === true }
}

/** Writes the label atomically. */
export function writeLabel(folder: string, label: FolderLabel): void {
  const file = join(folder, `${name}.new`)
  const descriptor = openSync(file, 'w', 0o600)
  try {
    writeSync(descriptor, `${JSON.stringify(label, null, 2)}\n`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(file, join(folder, name))
}

function parse(text: string): Readonly<Partial<Record<keyof FolderLabel, unknown>>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
