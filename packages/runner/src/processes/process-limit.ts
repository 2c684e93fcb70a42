import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What bounds the number of processes and threads of a sandbox. */
export interface ProcessLimit {
  /** What to start the sandbox with. */
  readonly outside: readonly string[]
  /** What to start the command inside of the sandbox with. */
  readonly inside: readonly string[]
  /** Removes what the limit needed, once the processes have ended. */
  readonly release: () => Promise<void>
}

/** Where a control group with a limit of processes can be made: version 1, then version 2. */
const groupFolders = ['/sys/fs/cgroup/pids', '/sys/fs/cgroup']

/**
 * A limit of processes and threads for one sandbox: for root a control group, since root is exempt from resource limits; for
 * others a resource limit, which counts within the user namespace of the sandbox. Null where neither is possible.
 *
 * @param name - unique on this machine, for the control group
 */
export function limitProcesses(count: number, name: string): ProcessLimit | null {
  if (process.getuid?.() === 0) return limitByGroup(count, name)
  if (!existsSync('/usr/bin/prlimit')) return null
  return { outside: [], inside: ['/usr/bin/prlimit', `--nproc=${count}:${count}`, '--'], release: async () => {} }
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
        outside: ['/bin/sh', '-c', 'echo $$ > "$0" && exec "$@"', join(folder, 'cgroup.procs')],
        inside: [],
        release: () => remove(folder),
      }
    } catch {
      // The controller is not enabled here.
      rmdirSync(folder)
    }
  }
  return null
}

/** Removes a group. The kernel may still be reaping its last processes; an empty group that stays costs nothing. */
async function remove(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      rmdirSync(folder)
      return
    } catch {
      await sleep(10)
    }
  }
}
