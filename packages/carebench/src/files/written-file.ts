import { appendFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UsageError } from '../terminal/exit-reason.js'
import { makeFolder } from './make-folder.js'

/** Writes a file, and creates missing parent folders. Throws a UsageError that names the file. */
export function writeTextFile(file: string, text: string): void {
  write(file, () => writeFileSync(file, text))
}

/** Appends to a file; creates it and its parent folders if missing. Throws a UsageError that names the file. */
export function appendTextFile(file: string, text: string): void {
  write(file, () => appendFileSync(file, text))
}

/** Throws a UsageError that names a file unless it can be written; creates it and its parent folders if missing. */
export function assertWritable(file: string): void {
  appendTextFile(file, '')
}

function write(file: string, action: () => void): void {
  try {
    makeFolder(dirname(file))
    action()
  } catch (cause) {
    throw new UsageError(`${file} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}
