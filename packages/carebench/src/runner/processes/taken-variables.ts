import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { readStat } from './isolation/process-mark.js'

/**
 * Takes variables out of this process's environment and returns their values; unset ones are absent.
 *
 * Deleting a variable hides it from child processes, but on Linux `/proc/<pid>/environ` still shows the initial
 * environment to every process of the same user, so it is overwritten too. Parent processes may still hold copies.
 */
export function takeVariables<const Name extends string>(names: readonly Name[]): { [_ in Name]?: string } {
  const taken: { [_ in Name]?: string } = {}
  for (const name of names) {
    const value = process.env[name]
    if (value === undefined) continue
    taken[name] = value
    delete process.env[name]
  }
  if (process.platform === 'linux') overwriteInitialValues(new Set<string>(names))
  return taken
}

/** Overwrites the values of variables in the memory that `/proc/self/environ` shows. Best effort: see `proc(5)`. */
function overwriteInitialValues(names: ReadonlySet<string>): void {
  let memory: number | undefined
  try {
    const start = readEnvironmentAddress()
    const block = readFileSync('/proc/self/environ')
    for (let at = 0; at < block.length; ) {
      const end = block.indexOf(0, at)
      if (end === -1) break
      const equals = block.indexOf('=', at)
      if (equals > at && equals < end && names.has(block.toString('utf8', at, equals))) {
        memory ??= openSync('/proc/self/mem', 'r+')
        writeSync(memory, Buffer.alloc(end - equals - 1, '*'), 0, end - equals - 1, start + equals + 1)
      }
      at = end + 1
    }
  } catch {
    // Without /proc/self/mem, the variables are only removed from the environment of children, which always works.
  } finally {
    if (memory !== undefined) closeSync(memory)
  }
}

/** Returns the memory address of the initial environment: field 50 of `/proc/self/stat`. */
function readEnvironmentAddress(): number {
  const address = Number(readStat('self')[50 - 3])
  if (!Number.isSafeInteger(address) || address <= 0) throw new RangeError('Expected an address in /proc/self/stat.')
  return address
}
