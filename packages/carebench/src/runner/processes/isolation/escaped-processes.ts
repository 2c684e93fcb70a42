import { readdirSync, readFileSync } from 'node:fs'

/**
 * Kills processes that left their process group and outlived their trial: on Linux, every process whose initial
 * environment contains the value, such as a trial's token. Processes started with another environment are not found:
 * see {@link openControlGroup}.
 */
export function killEscapedProcesses(value: string): void {
  if (process.platform !== 'linux') return
  for (const name of readdirSync('/proc')) {
    const id = Number(name)
    if (!Number.isInteger(id) || id === process.pid) continue
    try {
      if (readFileSync(`/proc/${name}/environ`, 'latin1').includes(value)) process.kill(id, 'SIGKILL')
    } catch {
      // It belongs to another user, or has ended.
    }
  }
}
