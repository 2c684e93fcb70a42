import { realpathSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { frozenFolder } from '../frozen-folder.js'

/**
 * Returns the absolute path of a folder. Rejects folders in `benchmarks`, also behind links, so that no secret is
 * committed there by mistake; does not detect other folders of the repository.
 *
 * @throws {RangeError} if the folder is empty or in `benchmarks`
 */
export function outsideRepository(folder: string): string {
  const path = resolve(folder)
  if (folder === '' || !relative(realpathSync(dirname(frozenFolder)), realPath(path)).startsWith('..')) {
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
