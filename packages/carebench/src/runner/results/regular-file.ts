import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** How much is read at a time of a file that is longer than expected. */
const chunkBytes = 64 * 1024

/**
 * Returns the text of a regular file, decompressed if its name ends in `.gz`. Rejects pipes and devices, which may come
 * with a stranger's folder: reading them would block or fill the memory.
 *
 * @param maxBytes - maximum size of the file, and of its decompressed content
 * @throws {Error} from the file system, or with the reason
 */
export function readRegularFile(file: string, maxBytes: number): string {
  const bytes = readRegularBytes(file, maxBytes)
  return (file.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: maxBytes }) : bytes).toString('utf8')
}

/** Returns the SHA-256 of a regular file in hex. Throws as {@link readRegularFile} does. */
export function digestRegularFile(file: string, maxBytes: number): string {
  return createHash('sha256').update(readRegularBytes(file, maxBytes)).digest('hex')
}

/** Returns the bytes of a regular file. Throws as {@link readRegularFile} does. */
export function readRegularBytes(file: string, maxBytes: number): Buffer {
  // Without O_NONBLOCK, opening a named pipe would wait for somebody to write to it.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stat = fstatSync(descriptor)
    // Reading a folder throws a suitable error.
    if (!stat.isFile() && !stat.isDirectory())
      throw new Error('it must be a regular file, not a pipe, socket or device')
    if (stat.size > maxBytes) throw new Error(`it has ${stat.size} bytes, more than ${maxBytes}`)
    return readBounded(descriptor, stat.size, maxBytes)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Reads to the end. The size of a file is only an expectation: it may grow, and files of the kernel, such as
 * `/proc/self/pagemap`, say that they are empty.
 */
function readBounded(descriptor: number, expected: number, maxBytes: number): Buffer {
  const chunks: Buffer[] = []
  for (let size = 0, room = expected + 1; ; room = chunkBytes) {
    const chunk = Buffer.allocUnsafe(room)
    const read = readSync(descriptor, chunk)
    if (read === 0) return Buffer.concat(chunks, size)
    size += read
    if (size > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`)
    chunks.push(chunk.subarray(0, read))
  }
}
