import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../terminal/exit-reason.js'

/** The depth of agents' folders, `trials/AGENT/TASK/TRIAL/ATTEMPT/agent`, whose contents are not read. */
const depthOfAgentFolders = 6

/**
 * Rejects a results folder with symbolic links, pipes or devices: it may come from a stranger, and a link could lead
 * out of the folder. The folder itself may be a link. Throws a {@link UsageError} that names the first one.
 */
export function assertPlainFolder(folder: string): void {
  const check = (inside: string, depth: number): void => {
    for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
      const path = join(inside, entry.name)
      if (entry.isDirectory()) {
        if (depth < depthOfAgentFolders - 1) check(path, depth + 1)
      } else if (!entry.isFile()) {
        throw new UsageError(
          `${join(folder, path)} must be a file or a folder, but is a link, a pipe or a device; put the file ` +
            'itself there, for example with cp -rL',
        )
      }
    }
  }
  check('', 0)
}
