import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

export type GivenFile =
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly message: string }

/**
 * Reads a file that an agent may have written. Rejects links, because the runner would read them with its own rights,
 * and an agent could submit files that it cannot read itself. Also rejects everything but regular files of at most
 * `maxBytes`.
 */
export function readGivenFile(path: string, maxBytes: number): GivenFile {
  let descriptor: number
  try {
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { kind: 'absent' }
    return refused('could not be opened as a file')
  }
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) return refused('is not a regular file')
    if (stat.nlink > 1) return refused('has further hard links')
    if (stat.size > maxBytes) return refused(`has ${stat.size} bytes; at most ${maxBytes} are read`)
    return { kind: 'text', text: readFileSync(descriptor, 'utf8') }
  } finally {
    closeSync(descriptor)
  }
}

function refused(problem: string): GivenFile {
  return { kind: 'refused', message: `The file that the agent left ${problem}.` }
}
