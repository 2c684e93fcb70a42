import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Removes a folder filled by an agent, even with a million files, with paths beyond the maximum length, or without
 * permissions. Uses a process, so that other trials continue meanwhile. Never rejects; files that cannot be removed
 * stay.
 */
export async function removeFolder(path: string): Promise<void> {
  if ((await run('rm', '-rf', '--', path)) === 0) return
  await run('chmod', '-R', 'u+rwx', '--', path)
  await run('rm', '-rf', '--', path)
}

/** Runs a program; resolves with its exit code, null if there is none. */
async function run(program: string, ...args: readonly string[]): Promise<number | null> {
  try {
    const [code] = await once(spawn(program, args, { stdio: 'ignore' }), 'close')
    return code
  } catch {
    return null
  }
}
