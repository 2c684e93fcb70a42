import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import type { JsonObject } from '@carebench/protocol'
import { canonicalJson } from '@carebench/verifier'

/**
 * Returns a seal on these options that only this user can make; undefined if the user's key cannot be read or stored.
 * The key is outside all run folders, so a sender of a folder cannot seal it, and a moved folder keeps its seal.
 */
export function sealOfUser(config: JsonObject, environment: NodeJS.ProcessEnv): string | undefined {
  const key = keyOfUser(environment)
  return key && createHmac('sha256', key).update(canonicalJson(config)).digest('hex')
}

function keyOfUser({ XDG_STATE_HOME: state = '', HOME, LOCALAPPDATA }: NodeJS.ProcessEnv): Buffer | undefined {
  const folder = isAbsolute(state) ? state : HOME ? join(HOME, '.local', 'state') : LOCALAPPDATA
  if (!folder) return undefined
  const file = join(folder, 'carebench', 'run.key')
  try {
    return readKey(file) ?? writeKey(file)
  } catch {
    return undefined
  }
}

function readKey(file: string): Buffer | undefined {
  try {
    const key = readFileSync(file)
    // A crash may have left the file empty; then runs have no seal, and --resume needs its unsafe options again.
    if (key.length < 32) throw new Error(`${file} must have 32 bytes.`)
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function writeKey(file: string): Buffer | undefined {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, randomBytes(32), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readKey(file)
}
