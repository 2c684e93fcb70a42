import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A control group of Linux: a process stays in it with all that it starts, whatever its session or environment. */
export interface ControlGroup {
  /** What to start a process with that is in it from its beginning. */
  readonly enter: readonly string[]
  /** Kills what is left in it, and removes it. */
  readonly close: () => Promise<void>
}

/** Opens a control group below ours, if this user may make one; root may, and others where their part is delegated. */
export function openControlGroup(name: string): ControlGroup | null {
  for (const parent of findParents()) {
    const folder = join(parent, name)
    try {
      // A process is moved only by who may write to the group that both have in common.
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

/** Kills the processes of a control group and removes it. One that the kernel does not let go costs nothing. */
export async function closeControlGroup(folder: string): Promise<void> {
  // What starts processes faster than it is killed starts none any more; version 2 kills all at once.
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
    // It has ended.
  }
}

/** Folders of control groups that hold this process: of version 2, alone or beside version 1, and of version 1. */
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
