import { show } from '../../json-shape.js'

/** The top-level folders of the tree. Every file is below one of them. */
export const rootFolders = ['inbox', 'outbound', 'archive'] as const

export type RootFolder = (typeof rootFolders)[number]

/** Maximum length of a file or folder name, and of a path, in bytes of UTF-8. */
export const pathLimits = { name: 255, path: 1024 } as const

export type PathReading = { readonly path: string } | { readonly fault: string }

/** Reads the percent-encoded path of a call. Only unencoded slashes are separators. */
export function readCallPath(encoded: string): PathReading {
  const names: string[] = []
  for (const part of encoded.split('/')) {
    const name = decodeName(part)
    if (name === undefined) {
      return { fault: `A path must be percent-encoded UTF-8, for example inbox/lab%20report.csv, got ${show(part)}.` }
    }
    if (name.includes('/')) return { fault: `A name must not contain a slash, not even encoded, got ${show(part)}.` }
    names.push(name)
  }
  return readPath(names.join('/'))
}

/**
 * Reads an unencoded path. Rejects names that are empty, too long, only dots or white space, or that contain a
 * backslash or a control character.
 */
export function readPath(path: string): PathReading {
  const fault = path.split('/').map(nameFault).find(Boolean)
  if (fault !== undefined) return { fault: `${fault} Example: inbox/lab-results.csv.` }
  const length = utf8Length(path)
  if (length > pathLimits.path) return { fault: `A path must have at most ${pathLimits.path} bytes, got ${length}.` }
  return { path }
}

/** Returns the top-level folder that contains a path, or undefined if there is none. */
export function findRoot(path: string): RootFolder | undefined {
  const [first] = path.split('/', 1)
  return rootFolders.find((root) => root === first)
}

function nameFault(name: string): string | undefined {
  if (/^[.\s]*$/.test(name)) return `A name must not be empty or only dots or white space, got ${show(name)}.`
  if (/[\\\p{Cc}\p{Cs}]/u.test(name))
    return `A name must not contain a backslash or control characters, got ${show(name)}.`
  const length = utf8Length(name)
  return length > pathLimits.name ? `A name must have at most ${pathLimits.name} bytes, got ${length}.` : undefined
}

function decodeName(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length
}
