import { appendFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UsageError } from '../terminal/exit-reason.js'
import { makeFolder } from './make-folder.js'

/** Writes a file, and the folders above it that are missing. Throws a UsageError that names the file. */
export function writeTextFile(file: string, text: string): void {
  write(file, () => writeFileSync(file, text))
}

/**
 * Appends to a file, which is created with the folders above it if it is missing. Throws a UsageError that names it.
 */
export function appendTextFile(file: string, text: string): void {
  write(file, () => appendFileSync(file, text))
}

/**
 * Creates a file and the folders above it if they are missing. Throws a UsageError that names it if it cannot be
 * written.
 */
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
