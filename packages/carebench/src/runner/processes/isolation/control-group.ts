import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A Linux control group: a process stays in it with all its children, whatever their session or environment. */
export interface ControlGroup {
  /** The words before a command that start it in the group. */
  readonly enter: readonly string[]
  /** Kills the remaining processes, and removes the group. */
  readonly close: () => Promise<void>
}

/**
 * Opens a control group below that of this process. Null if this user may not create one: only root may, and users with
 * a delegated subtree.
 */
export function openControlGroup(name: string): ControlGroup | null {
  for (const parent of findParents()) {
    const folder = join(parent, name)
    try {
      // Moving a process requires write access to the common parent group.
      accessSync(join(parent, 'cgroup.procs'), constants.W_OK)
      mkdirSync(folder)
    } catch {
      continue
    }
    return { enter: enterControlGroup(folder), close: () => closeControlGroup(folder) }
  }
  return null
}

/** Returns the words before a command that start it in a control group. */
export function enterControlGroup(folder: string): readonly string[] {
  return ['/bin/sh', '-c', 'echo $$ > "$0" && exec "$@"', join(folder, 'cgroup.procs')]
}

/**
 * Kills the processes of a control group and removes it. If the kernel does not release the group, it stays, which is
 * harmless.
 */
export async function closeControlGroup(folder: string): Promise<void> {
  // Stops a fork bomb from starting processes faster than they are killed; version 2 can kill all at once.
  for (const [file, value] of [
    ['pids.max', '0'],
    ['cgroup.kill', '1'],
  ] as const) {
    if (existsSync(join(folder, file))) writeFileSync(join(folder, file), value)
  }
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      for (const id of readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n')) {
        if (Number(id) > 0) killProcess(Number(id))
      }
      rmdirSync(folder)
      return
    } catch {
      await sleep(10)
    }
  }
}

function killProcess(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // The process has ended.
  }
}

/**
 * Finds the control group folders of this process: of version 1, and of version 2, alone or together with version 1.
 */
function findParents(): readonly string[] {
  if (process.platform !== 'linux') return []
  const own = readFileSync('/proc/self/cgroup', 'utf8')
  const [, unified] = /^0::(\/.*)$/m.exec(own) ?? []
  const [, pids] = /^\d+:pids:(\/.*)$/m.exec(own) ?? []
  return [
    ...(pids === undefined ? [] : [join('/sys/fs/cgroup/pids', pids)]),
    ...(unified === undefined ? [] : [join('/sys/fs/cgroup', unified), join('/sys/fs/cgroup/unified', unified)]),
  ].filter((folder) => existsSync(join(folder, 'cgroup.procs')))
}
