import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Removes the pages of trials that the run no longer has. Only files at the places of such pages are touched, and no
 * link is followed: the folder may have been named by mistake, or come from somebody else.
 *
 * @param kept - the paths of the pages in the target, with `/`
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

/** The paths of the folders in a folder, which are not links. */
function foldersIn(target: string, path: string): readonly string[] {
  const folder = join(target, path)
  if (!existsSync(folder) || !lstatSync(folder).isDirectory()) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}/${name}`)
}
