import type { FileRecord, Steps } from '@carebench/protocol'
import type { EvidenceState } from '@carebench/verifier'
import { isJsonObject, type Make, nameOfType, pointerTo } from '@carebench/verifier/kinds'
import { stringMember } from '../../records/expected-member.js'
import { type FileRow, listRows, rowsInSteps } from './file-row.js'

/**
 * Returns the files of a state; undefined if files were not observed.
 *
 * @throws {TypeError} if an element is not an object with a "path"; the message names its place
 */
export function listFiles(state: EvidenceState): readonly FileRecord[] | undefined {
  return state.once('files', readFiles)
}

/** Returns the rows of a file of a state, see {@link listRows}; from the cache if {@link prepareRows} has read them. */
export function rowsInState(state: EvidenceState, file: FileRecord): readonly FileRow[] {
  return state.once('files', makeReadFiles)?.get(file) ?? listRows(file)
}

/** Reads the rows of a state's files in steps and caches them, so that criteria need not read them in one piece. */
export function* prepareRows(state: EvidenceState, isWanted: (file: FileRecord) => boolean): Steps<void> {
  const read = state.once('files', makeReadFiles)
  if (read === undefined) return
  for (const file of listFiles(state) ?? []) {
    if (!isWanted(file) || read.has(file)) continue
    yield
    read.set(file, yield* rowsInSteps(file))
  }
}

/** A cache of rows by file. */
const makeReadFiles: Make<readonly unknown[], Map<FileRecord, readonly FileRow[]>> = () => new Map()

/** Returns the rows of all files of a state, see {@link listRows}; undefined if the files were not observed. */
export function listAllRows(state: EvidenceState): readonly FileRow[] | undefined {
  return state.once('files', readRows)
}

const readRows: Make<readonly unknown[], readonly FileRow[]> = (_, { once }) => once(readFiles).flatMap(listRows)

const readFiles: Make<readonly unknown[], readonly FileRecord[]> = (files, { at }) => {
  for (const [index, file] of files.entries()) {
    const place = () => pointerTo(at, index)
    if (!isJsonObject(file)) throw new TypeError(`Expected ${place()} to be an object, got ${nameOfType(file)}.`)
    stringMember(file, 'path', place)
  }
  return files as unknown as readonly FileRecord[]
}
