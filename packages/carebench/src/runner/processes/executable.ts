import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Throws an Error if a program, or the interpreter that its first line names, cannot be executed. A shell would report
 * this with an exit code that the program itself could also choose.
 *
 * @param path - the variable PATH
 */
export function assertExecutable(program: string, path: string, cwd: string): void {
  const places = program.includes('/')
    ? [resolve(cwd, program)]
    : path.split(':').map((folder) => join(folder, program))
  const found = places.find(isExecutable)
  if (found === undefined) {
    const why = program.includes('/')
      ? describePlace(String(places[0]))
      : `the program ${program} is in no folder of the PATH, or is not executable there`
    throw new Error(`ENOENT: ${why}`)
  }
  const interpreter = readInterpreter(found)
  if (interpreter !== undefined && !isExecutable(resolve(cwd, interpreter))) {
    throw new Error(`ENOENT: expected the interpreter ${interpreter} that the first line of ${found} names`)
  }
}

function describePlace(path: string): string {
  const instead = `; make it executable (chmod +x), or name its interpreter, as in python3 ${path}`
  return `expected an executable file at ${path}${existsSync(path) ? instead : ''}`
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Returns the interpreter of a script; undefined for other programs, and for unreadable ones. */
function readInterpreter(path: string): string | undefined {
  const head = Buffer.alloc(256)
  try {
    const descriptor = openSync(path, 'r')
    try {
      readSync(descriptor, head)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return undefined
  }
  return /^#![ \t]*([^\s\0]+)/.exec(head.toString('latin1'))?.[1]
}
