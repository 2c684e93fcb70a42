import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes bytes starting at an offset, and returns the number written. Tests use it to simulate a full disk. */
type Write = (descriptor: number, bytes: Uint8Array, at: number) => number

/**
 * Writes a file so that it is either complete or unchanged, even after a machine crash or on a full disk. There is only
 * one writer, so the name of the temporary file need not be random.
 */
export function writeAtomically(file: string, content: string | Uint8Array, write: Write = writeSync): void {
  const temporary = `${file}.tmp`
  try {
    const descriptor = openSync(temporary, 'w', 0o600)
    try {
      writeWhole(descriptor, content, write)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(temporary, file)
  } catch (error) {
    // Leftovers would take space that a full disk lacks.
    rmSync(temporary, { force: true })
    throw error
  }
  syncFolder(dirname(file))
}

/**
 * Appends to a file; if the disk is full, the file stays unchanged, because a partial line would spoil the next one.
 */
export function appendWhole(file: string, content: string, durable = false, write: Write = writeSync): void {
  const descriptor = openSync(file, 'a', 0o600)
  try {
    const { size } = fstatSync(descriptor)
    try {
      writeWhole(descriptor, content, write)
      if (durable) fsyncSync(descriptor)
    } catch (error) {
      ftruncateSync(descriptor, size)
      throw error
    }
  } finally {
    closeSync(descriptor)
  }
}

function writeWhole(descriptor: number, content: string | Uint8Array, write: Write): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  for (let at = 0; at < bytes.length; ) at += write(descriptor, bytes, at)
}

/** Makes the names in a folder durable, if the system supports it. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // Windows cannot open folders.
  }
}
