import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Removes the pages of trials that the run no longer has. Touches only files at the paths of such pages, and follows no
 * links, because the folder may have been named by mistake, or come from a stranger.
 *
 * @param kept - the paths of current pages, relative to the target, with `/`
 */
export function removeOldPages(target: string, kept: ReadonlySet<string>): void {
  for (const agent of foldersIn(target, 'trials')) {
    for (const task of foldersIn(target, agent)) {
      for (const { name } of readdirSync(join(target, task), { withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      )) {
        const path = `${task}/${name}`
        if (/^t\d{2,}\.html$/.test(name) && !kept.has(path)) rmSync(join(target, path))
      }
    }
  }
}

/** Lists the folders in a folder, without links. */
function foldersIn(target: string, path: string): readonly string[] {
  const folder = join(target, path)
  if (!existsSync(folder) || !lstatSync(folder).isDirectory()) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}/${name}`)
}
