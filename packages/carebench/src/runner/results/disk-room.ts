import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between attempts at a step that the disk had no room for. */
const interval = 200

const withoutRoom = new Set<unknown>(['ENOSPC', 'EDQUOT'])

/** Agents of this process that have a folder, which they may fill as they like. */
let agents = 0

/** Counts an agent whose folder may fill the disk; call what is returned when its folder is removed. */
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
 * Runs a step of the runner, again while the disk has no room and agents have folders: what one trial takes from the
 * disk must neither end another one nor the run. Their folders are removed at the latest when their time is up.
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
