import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'

/** A command whose files have been found. */
export interface ResolvedCommand {
  /** The command with absolute paths of its files: agents start in a folder of their own. */
  readonly command: readonly [string, ...string[]]
  /** The files, absolute. */
  readonly files: readonly string[]
  /** SHA-256 in hex of each file, by its name in the command. */
  readonly digests: Readonly<Record<string, string>>
}

/** Finds the arguments of a command that name files below `base`: `['python3', 'agent.py']` has one. */
export function resolveCommand(command: readonly [string, ...string[]], base: string): ResolvedCommand {
  const files: string[] = []
  const digests: Record<string, string> = {}
  const [program, ...args] = command.map((argument, index) => {
    // A program without a slash is looked for in PATH, as shells do.
    const mayBeFile = argument !== '' && !argument.startsWith('-') && (index > 0 || argument.includes('/'))
    const path = mayBeFile ? resolve(base, argument) : undefined
    if (path === undefined || !isFile(path)) return argument
    files.push(path)
    // Interpreters of the system are not part of the agent.
    if (!isAbsolute(argument)) digests[argument] = digestOf(path)
    return path
  })
  return { command: [program ?? '', ...args], files, digests }
}

/** SHA-256 of a file in hex. */
export function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    // It is none, or cannot be a name at all: a script is an argument too.
    return false
  }
}
