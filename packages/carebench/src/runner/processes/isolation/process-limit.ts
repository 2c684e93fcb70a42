import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closeControlGroup, enterControlGroup } from './control-group.js'

/** A limit on the number of processes and threads of a sandbox. */
export interface ProcessLimit {
  /** The words before the sandbox's command. */
  readonly outside: readonly string[]
  /** Limits the first process of the sandbox, before it has started the agent. */
  readonly apply: (leader: number) => void
  /** Cleans up after the processes have ended. */
  readonly release: () => Promise<void>
}

/** Folders for a control group with a process limit: version 1, then version 2. */
const groupFolders = ['/sys/fs/cgroup/pids', '/sys/fs/cgroup']

/**
 * Creates a limit of processes and threads for one sandbox: for root a control group, because root is exempt from
 * resource limits; for other users a resource limit, which counts only processes in the user namespace of the sandbox.
 * Null if neither is possible.
 *
 * @param name - unique on this machine, for the control group
 */
export function limitProcesses(count: number, name: string): ProcessLimit | null {
  if (process.getuid?.() === 0) return limitByGroup(count, name)
  if (!existsSync('/usr/bin/prlimit')) return null
  const apply = (leader: number) => {
    const { status, stderr } = spawnSync('/usr/bin/prlimit', [`--pid=${leader}`, `--nproc=${count}:${count}`])
    if (status !== 0) throw new Error(`prlimit could not limit the processes of the sandbox: ${stderr}`.trim())
  }
  return { outside: [], apply, release: async () => {} }
}

function limitByGroup(count: number, name: string): ProcessLimit | null {
  for (const parent of groupFolders) {
    const folder = join(parent, name)
    try {
      mkdirSync(folder)
    } catch {
      continue
    }
    try {
      writeFileSync(join(folder, 'pids.max'), `${count}`)
      return {
        outside: enterControlGroup(folder),
        apply: () => {},
        release: () => closeControlGroup(folder),
      }
    } catch {
      // The controller is not enabled here.
      rmdirSync(folder)
    }
  }
  return null
}
