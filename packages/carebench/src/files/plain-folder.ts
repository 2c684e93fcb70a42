import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../terminal/exit-reason.js'

/** The depth of agents' folders, `trials/AGENT/TASK/TRIAL/ATTEMPT/agent`, whose contents are not read. */
const depthOfAgentFolders = 6

/** The folders of a results folder. */
const folders = new Set(['bases', 'report', 'requests', 'trials'])
/** Names that only files have. */
const ofFiles = /^pid$|\.(?:gz|html|jsonl?)$/

/**
 * Rejects a results folder with symbolic links, pipes or devices, and with a folder in the place of a file or the other
 * way round: it may come from a stranger, and a link leads out of the folder. The folder itself may be a link. Throws a
 * {@link UsageError} that names the first one.
 */
export function assertPlainFolder(folder: string): void {
  const check = (inside: string, depth: number): void => {
    for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
      const path = join(inside, entry.name)
      const isFolder = entry.isDirectory()
      if (!isFolder && !entry.isFile()) {
        throw new UsageError(
          `${join(folder, path)} must be a file or a folder, but is a link, a pipe or a device; put the file ` +
            'itself there, for example with cp -rL',
        )
      }
      if (isFolder ? ofFiles.test(entry.name) : folders.has(path)) {
        throw new UsageError(`${join(folder, path)} must be a ${isFolder ? 'file' : 'folder'}`)
      }
      if (isFolder && depth < depthOfAgentFolders - 1) check(path, depth + 1)
    }
  }
  check('', 0)
}
