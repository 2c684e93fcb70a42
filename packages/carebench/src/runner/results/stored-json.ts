import { existsSync } from 'node:fs'
import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { isTooDeep, tooDeep } from '../json-depth.js'
import { type Check, findFaults } from '../json-shape.js'
import { parseJsonText } from './json-text.js'
import { readRegularFile } from './regular-file.js'

/** Error when a file of a results folder is not as the runner wrote it. */
export class DamagedFolderError extends Error {
  override readonly name = 'DamagedFolderError'
}

/** Maximum size of the runner's own files, such as `run.json`, in bytes; ten times what it writes. */
export const maxOwnBytes = 8 * 1024 * 1024
/**
 * Maximum decompressed size of files that grow with the trial, in bytes: a record, a trajectory, a log of calls, the
 * index.
 */
export const maxBytes = 400 * 1024 * 1024
/** Maximum number of lines of a file: attempts of a run, or calls of a trial. */
const maxLines = 1_000_000

/**
 * Reads a JSON object from a file, decompressed if its name ends in `.gz`; undefined if there is no such file. The
 * folder may come from a stranger, so the size and the depth of the content are bounded.
 *
 * @throws DamagedFolderError
 */
export function readStoredJson(file: string, most: number = maxOwnBytes): JsonObject | undefined {
  const value = readDeepJson(file, most)
  if (isTooDeep(value)) throw damaged(file, tooDeep)
  return value
}

/** Like {@link readStoredJson}, for a file that may be nested deeply, because an agent determines its content. */
export function readDeepJson(file: string, most: number = maxBytes): JsonObject | undefined {
  const text = readStoredText(file, most)
  if (text === undefined) return undefined
  const value = parseStored(file, text)
  if (!isJsonObject(value)) throw damaged(file, 'must hold a JSON object')
  return value
}

/** Reads the lines of a file that end in a line feed; none if there is no such file. */
export function readStoredLines(file: string): readonly string[] {
  const lines = (readStoredText(file, maxBytes) ?? '').split('\n', maxLines + 2)
  if (lines.length > maxLines + 1) throw damaged(file, `has more than ${maxLines} lines`)
  return lines.slice(0, -1)
}

/** Throws a {@link DamagedFolderError} that names the file and the first member unless a value has a shape. */
export function assertShape(file: string, value: unknown, shape: Check): void {
  const [fault] = findFaults(value, shape)
  if (fault !== undefined) throw damaged(file, `has ${fault.path || '/'}, which ${fault.message}`)
}

export function damaged(file: string, why: string, cause?: unknown): DamagedFolderError {
  return new DamagedFolderError(
    `${file} ${why}. Expected the file as carebench run writes it; restore it, or remove its folder.`,
    { cause },
  )
}

function readStoredText(file: string, most: number): string | undefined {
  if (!existsSync(file)) return undefined
  try {
    return readRegularFile(file, most)
  } catch (cause) {
    throw damaged(file, `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, cause)
  }
}

function parseStored(file: string, text: string): unknown {
  try {
    return parseJsonText(text)
  } catch (cause) {
    if (cause instanceof RangeError) throw damaged(file, cause.message, cause)
    throw damaged(file, `must be JSON: ${cause instanceof Error ? cause.message : String(cause)}`, cause)
  }
}
