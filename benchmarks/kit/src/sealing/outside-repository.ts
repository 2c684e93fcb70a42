import { realpathSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { frozenFolder } from '../frozen-folder.js'

/**
 * Returns the real path of a folder outside the repository, so that no secret can be committed by mistake.
 *
 * @throws {RangeError} that names the folder
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
