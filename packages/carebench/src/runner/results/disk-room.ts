import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between attempts at a step that failed on a full disk. */
const interval = 200

const withoutRoom = new Set<unknown>(['ENOSPC', 'EDQUOT'])

/** Number of agents of this process with a folder, which they may fill without limit. */
let agents = 0

/** Counts an agent whose folder may fill the disk; call the returned function when its folder is removed. */
export function countAgentFolder(): () => void {
  let isCounted = true
  agents++
  return () => {
    if (isCounted) agents--
    isCounted = false
  }
}

/** Whether a step failed only because agents of other trials may have filled the disk. */
export function mayFindRoom(error: unknown): boolean {
  return agents > 0 && error instanceof Error && 'code' in error && withoutRoom.has(error.code)
}

/**
 * Runs a step of the runner; retries while the disk is full and agents have folders, because one trial's disk usage
 * must not end another trial or the run. The folders are removed at the latest when their trials time out.
 */
export async function whenRoom<Result>(step: () => Result | Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (!mayFindRoom(error)) throw error
      await sleep(interval)
    }
  }
}
