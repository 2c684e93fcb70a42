import { createHash } from 'node:crypto'
import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { basename, isAbsolute, resolve } from 'node:path'

/** A command with its resolved files. */
export interface ResolvedCommand {
  /** The command with absolute file paths, because agents start in their own folders. */
  readonly command: readonly [string, ...string[]]
  /** The files, absolute. */
  readonly files: readonly string[]
  /** SHA-256 in hex of each file, by its name in the command. */
  readonly digests: Readonly<Record<string, string>>
}

const interpreters = /^(?:python|node|deno|bun|tsx|bash|dash|zsh|sh|ruby|perl|php|java|julia|Rscript|uv)[\d.]*$/
const systemFolders = /^\/(?:usr|bin|sbin|lib)\//

/**
 * Finds the arguments of a command that name files: `['python3', 'agent.py', '--config=/etc/agent.yaml']` has two.
 * Names are relative to `base` or absolute, alone or after the `=` of an option. A program without a slash is searched
 * in `PATH`, as in shells, and does not count as a file. Interpreters and binaries of the system get no digest: they
 * are not part of the agent.
 */
export function resolveCommand(command: readonly [string, ...string[]], base: string): ResolvedCommand {
  const files: string[] = []
  const digests: Record<string, string> = {}
  const [program, ...args] = command.map((argument, index) => {
    for (const { name, prefix } of index === 0 ? programNames(argument) : argumentNames(argument)) {
      const path = resolve(base, name)
      if (!isReadableFile(path)) continue
      files.push(path)
      if (!isAbsolute(name) || !isOfSystem(path)) digests[name] = digestFile(path)
      return prefix + path
    }
    return argument
  })
  return { command: [program ?? '', ...args], files, digests }
}

interface FileName {
  readonly name: string
  /** The part of the argument before the name. */
  readonly prefix: string
}

function programNames(argument: string): readonly FileName[] {
  return argument.includes('/') ? [{ name: argument, prefix: '' }] : []
}

function argumentNames(argument: string): readonly FileName[] {
  const end = argument.indexOf('=') + 1
  const names = [
    ...(argument.startsWith('-') ? [] : [{ name: argument, prefix: '' }]),
    ...(end === 0 ? [] : [{ name: argument.slice(end), prefix: argument.slice(0, end) }]),
  ]
  return names.filter(({ name }) => name !== '')
}

/** Whether a file is a binary of the operating system. A script never is, wherever it is. */
function isOfSystem(path: string): boolean {
  const isProgram = (statSync(path).mode & 0o111) !== 0
  if (!isProgram || !(interpreters.test(basename(path)) || systemFolders.test(path))) return false
  const head = Buffer.alloc(2)
  withFile(path, (descriptor) => readSync(descriptor, head))
  return head.toString('latin1') !== '#!'
}

/** Returns the SHA-256 of a file in hex, whatever its size: an argument may name the weights of a model. */
export function digestFile(path: string): string {
  const hash = createHash('sha256')
  const chunk = Buffer.alloc(1024 * 1024)
  withFile(path, (descriptor) => {
    for (let size = readSync(descriptor, chunk); size > 0; size = readSync(descriptor, chunk)) {
      hash.update(chunk.subarray(0, size))
    }
  })
  return hash.digest('hex')
}

function withFile(path: string, read: (descriptor: number) => void): void {
  const descriptor = openSync(path, 'r')
  try {
    read(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function isReadableFile(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false
    accessSync(path, constants.R_OK)
    return true
  } catch {
    // There is no such file, or the argument cannot be a file name, for example an inline script.
    return false
  }
}
