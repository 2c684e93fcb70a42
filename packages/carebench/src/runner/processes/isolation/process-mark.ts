import { readFileSync } from 'node:fs'

/** A process, distinguished from another one with the same id. */
export interface ProcessMark {
  readonly id: number
  readonly startTime: string | undefined
}

/** Returns the id of a process with its start time, on Linux. */
export function markProcess(id: number): ProcessMark {
  return { id, startTime: readStartTime(id) }
}

/** Whether the process that was marked is still there. */
export function isSameProcess({ id, startTime }: ProcessMark): boolean {
  return startTime !== undefined && readStartTime(id) === startTime
}

/** Field 22 of `/proc/<pid>/stat`; undefined if there is no such process. */
function readStartTime(id: number): string | undefined {
  try {
    return readStat(id)[22 - 3]
  } catch {
    return undefined
  }
}

/** The fields of `/proc/<pid>/stat` from the third one: the second is a name in brackets, which may hold spaces. */
export function readStat(id: number | 'self'): readonly string[] {
  const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
