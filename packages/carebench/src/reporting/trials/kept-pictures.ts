import { join } from 'node:path'
import type { Turn } from '@carebench/server/dashboard/task'
import { readRegularBytes } from '../../runner/results/regular-file.js'

/** Maximum size of all pictures on a page in bytes; further pictures are only named. */
const maxBytes = 8 * 1024 * 1024

/**
 * Returns the pictures that the turns of a trial name, as `data:` URLs by name. Leaves out files that are missing, are
 * not JPEG, or are too large for the page.
 *
 * @param folder - the agent's folder in the folder of an attempt
 */
export function readPictures(folder: string, turns: readonly Turn[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  let left = maxBytes
  for (const name of turns.flatMap(({ calls }) => calls.flatMap(({ pictures }) => pictures))) {
    // The names come from the agent's side of the folder, which others may have written.
    if (found.has(name) || !/^pictures\/\d{3}\.jpeg$/.test(name)) continue
    const bytes = readPicture(join(folder, name), left)
    if (bytes === undefined) continue
    left -= bytes.length
    found.set(name, `data:image/jpeg;base64,${bytes.toString('base64')}`)
  }
  return found
}

/** Reads a JPEG; undefined if the file is not a JPEG, is longer than `maxLength`, or cannot be read. */
function readPicture(file: string, maxLength: number): Buffer | undefined {
  try {
    const bytes = readRegularBytes(file, maxLength)
    return bytes.subarray(0, 3).toString('hex') === 'ffd8ff' ? bytes : undefined
  } catch {
    return undefined
  }
}
