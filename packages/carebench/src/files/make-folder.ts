import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UsageError } from '../terminal/exit-reason.js'

/**
 * Creates a folder, and those above it, unless they exist. Throws the error of the file system if it cannot, and a
 * {@link UsageError} if something else stands there. `mkdirSync` with `recursive` would never return where a folder
 * exists that can have no others, such as `/proc`.
 *
 * @param mode - of the folders that are created
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
      // Another process was faster, or what stands there leads nowhere, which is found next.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
  if (!statSync(path).isDirectory()) throw new UsageError(`${path} is not a folder`)
}
