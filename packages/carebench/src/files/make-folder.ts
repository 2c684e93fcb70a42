import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UsageError } from '../terminal/exit-reason.js'

/**
 * Creates a folder and its parents unless they exist. Throws the file system's error, or a {@link UsageError} if the
 * path is something else. Does not use `mkdirSync` with `recursive`, which never returns for a path below a folder that
 * cannot hold folders, such as `/proc`.
 *
 * @param mode - the mode of created folders
 */
export function makeFolder(path: string, mode = 0o777): void {
  const missing: string[] = []
  for (let folder = resolve(path); !existsSync(folder) && dirname(folder) !== folder; folder = dirname(folder)) {
    missing.push(folder)
  }
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder, { mode })
    } catch (error) {
      // Another process was faster, or there is a broken link, which is detected next.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
  if (!statSync(path).isDirectory()) throw new UsageError(`${path} is not a folder`)
}
