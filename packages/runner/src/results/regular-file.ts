import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { endOfJsonString } from '@carebench/protocol'

/** JSON values of a file: lists of empty objects take twenty times their length in memory. */
const maxValues = 10_000_000

/**
 * Reads the text of a regular file, which gzip has packed if its name ends in `.gz`. A pipe or a device is refused: one may
 * come with a folder of somebody else, and reading it would wait, or fill the memory.
 *
 * @param maxBytes - of the file, and of its content where it is packed
 * @throws {Error} from the file system, or with the reason
 */
export function readRegularFile(file: string, maxBytes: number): string {
  // Without O_NONBLOCK, opening a named pipe would wait for somebody to write to it.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stat = fstatSync(descriptor)
    // Reading a folder throws the error that says so.
    if (!stat.isFile() && !stat.isDirectory())
      throw new Error('it must be a regular file, not a pipe, socket or device')
    if (stat.size > maxBytes) throw new Error(`it has ${stat.size} bytes, more than ${maxBytes}`)
    const bytes = readFileSync(descriptor)
    return (file.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: maxBytes }) : bytes).toString('utf8')
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Parses a JSON text whose values fit into memory: they are counted before anything is built from them.
 *
 * @throws {RangeError} for more than ten million values
 * @throws {SyntaxError} for what is not JSON
 */
export function parseJsonText(text: string): unknown {
  if (hasMoreValues(text)) throw new RangeError(`has more than ${maxValues} JSON values`)
  return JSON.parse(text)
}

/** Counts what begins or separates values outside of strings. */
function hasMoreValues(text: string): boolean {
  if (text.length <= maxValues) return false
  let values = 1
  for (let at = 0; at < text.length && values <= maxValues; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = endOfJsonString(text, at)
    else if (code === 0x2c || code === 0x5b || code === 0x7b) values++
  }
  return values > maxValues
}
