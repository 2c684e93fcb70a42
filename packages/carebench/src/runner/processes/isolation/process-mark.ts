import { readFileSync } from 'node:fs'

/** A process, distinguishable from a later one with the same id. */
export interface ProcessMark {
  readonly id: number
  readonly startTime: string | undefined
}

/** Returns the id of a process with its start time, on Linux. */
export function markProcess(id: number): ProcessMark {
  return { id, startTime: readStartTime(id) }
}

/** Whether the marked process still exists. */
export function isSameProcess({ id, startTime }: ProcessMark): boolean {
  return startTime !== undefined && readStartTime(id) === startTime
}

/** Reads field 22 of `/proc/<pid>/stat`; undefined if there is no such process. */
function readStartTime(id: number): string | undefined {
  try {
    return readStat(id)[22 - 3]
  } catch {
    return undefined
  }
}

/**
 * Reads the fields of `/proc/<pid>/stat` from the third one on; the second is a name in brackets, which may contain
 * spaces.
 */
export function readStat(id: number | 'self'): readonly string[] {
  const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
