import { readFileSync, statSync } from 'node:fs'
import { WrongFolderError } from './wrong-folder-error.js'

/**
 * Reads text from a file. Throws a {@link WrongFolderError} for anything that is not a file (reading a pipe would wait
 * for a writer), and the errors of the file system.
 */
export function readPlainFile(path: string): string {
  if (!statSync(path).isFile()) {
    throw new WrongFolderError(
      `Expected a file at ${path}, found a folder, a pipe or a device. Remove it, or use another folder.`,
    )
  }
  return readFileSync(path, 'utf8')
}
