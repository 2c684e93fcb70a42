import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/**
 * Returns the text of a regular file, unpacked if its name ends in `.gz`. A pipe or a device is refused: it may come
 * with a folder from a stranger, and reading it would wait or fill the memory.
 *
 * @param maxBytes - of the file, and of its content where it is packed
 * @throws {Error} from the file system, or with the reason
 */
export function readRegularFile(file: string, maxBytes: number): string {
  const bytes = readRegularBytes(file, maxBytes)
  return (file.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: maxBytes }) : bytes).toString('utf8')
}

/** Returns the bytes of a regular file. Throws as {@link readRegularFile} does. */
export function readRegularBytes(file: string, maxBytes: number): Buffer {
  // Without O_NONBLOCK, opening a named pipe would wait for somebody to write to it.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stat = fstatSync(descriptor)
    // Reading a folder throws the error that says so.
    if (!stat.isFile() && !stat.isDirectory())
      throw new Error('it must be a regular file, not a pipe, socket or device')
    if (stat.size > maxBytes) throw new Error(`it has ${stat.size} bytes, more than ${maxBytes}`)
    return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
