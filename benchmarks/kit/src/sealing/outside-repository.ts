import { realpathSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { frozenFolder } from '../frozen-folder.js'

const root = join(frozenFolder, '../..')

/**
 * Returns the absolute path of a folder. Rejects folders of the repository, also behind links, so that no secret is
 * committed by mistake.
 *
 * @throws {RangeError} if the folder is empty or in the repository
 */
export function outsideRepository(folder: string): string {
  const path = resolve(folder)
  if (folder === '' || !relative(realpathSync(root), realPath(path)).startsWith('..')) {
    throw new RangeError(`expected a folder outside the repository, got ${folder || 'none'}`)
  }
  return path
}

/** Resolves a path; if it does not exist yet, the path that it would have. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : resolve(realPath(parent), relative(parent, path))
  }
}
