/** The folders at the top of the file exchange. */
export const roots = ['inbox', 'outbound', 'archive'] as const

/**
 * Splits a path into its names from the top, and resolves `.`, `..` and empty names. No path leads above the top:
 * `../../etc` is `etc`.
 */
export function splitPath(path: string): readonly string[] {
  const names: string[] = []
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue
    if (name === '..') names.pop()
    else names.push(name)
  }
  return names
}

/** Returns the path of a file as the file exchange names it: `outbound/a.csv`. */
export function normalizePath(path: string): string {
  return splitPath(path).join('/')
}

export function findRoot(path: string): (typeof roots)[number] | undefined {
  const [first] = path.split('/', 1)
  return roots.find((root) => root === first)
}

/** Whether files can be written at a path. */
export function isWritable(path: string): boolean {
  return path.startsWith('outbound/')
}

/** Returns the path of the call for a file. */
export function toCallPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
