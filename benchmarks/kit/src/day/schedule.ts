import { bodyOf, wait } from '../builders/calls.js'
import type { SolutionCall } from '../task.js'

/** The calls of a piece of work, and when they may be made, in seconds from the start of the day. */
export interface Planned {
  readonly key: string
  readonly arrives: number
  /** Pieces of work that must be done first, and the delay after each, in seconds. */
  readonly after?: readonly { readonly key: string; readonly seconds: number }[]
  readonly due: number
  /** Number of reading calls before the first one, which also take time. Default: none. */
  readonly reads?: number
  readonly calls: readonly SolutionCall[]
  /** Calls of a correction, and when they may begin. */
  readonly correction?: { readonly from: number; readonly calls: readonly SolutionCall[] } | undefined
}

/** Calls without a pause between them, and the seconds of delay before them. */
interface Stretch {
  readonly pause: number
  /** Earliest start, in seconds from the start of the day. */
  readonly from?: number
  /** Number of reads in the stretch. They take time, but are not in `calls`, which is then empty. */
  readonly reads?: number
  readonly calls: readonly SolutionCall[]
}

/** A piece of work in progress. */
export interface Underway {
  readonly key: string
  readonly due: number
  readonly stretches: readonly Stretch[]
  /** When the next stretch may begin, in seconds from the start of the day. */
  readonly ready: number
}

export interface ScheduleOptions {
  /** Seconds by which each call advances the clock. */
  readonly secondsPerCall: number
  /** Chooses among pieces of work that are ready. Default: the one that is due first. */
  readonly choose?: (ready: readonly Underway[], now: number) => Underway
}

/** A schedule of a day's work. */
export interface Schedule {
  readonly calls: readonly SolutionCall[]
  /** When each piece of work was begun and done, by its key, in seconds from the start of the day. */
  readonly times: ReadonlyMap<string, { readonly begun: number; readonly done: number }>
  /** Seconds of the day in which the agent works, without waiting. */
  readonly busy: number
}

/** Interleaves the calls of several pieces of work: while one has to wait, another continues. */
export function scheduleDay(planned: readonly Planned[], options: ScheduleOptions): Schedule {
  const { secondsPerCall, choose = dueFirst } = options
  const calls: SolutionCall[] = []
  const times = new Map<string, { begun: number; done: number }>()
  const finished = new Map<string, number>()
  let now = 0
  let busy = 0
  let underway = planned.flatMap(({ after, ...one }) => (after === undefined ? begin(one) : []))
  const following = planned.filter(({ after }) => after !== undefined)
  while (underway.length > 0) {
    const ready = underway.filter((one) => one.ready <= now)
    if (ready.length === 0) {
      const next = Math.min(...underway.map((one) => one.ready))
      calls.push(...wait(next - now))
      now = next
      continue
    }
    const chosen = choose(ready, now)
    const [stretch, ...others] = chosen.stretches
    const begun = times.get(chosen.key)?.begun ?? now
    const { reads = 0, calls: own = [] } = stretch ?? {}
    const seconds = (reads + own.length) * secondsPerCall
    calls.push(...wait(reads * secondsPerCall), ...own)
    now += seconds
    busy += seconds
    times.set(chosen.key, { begun, done: now })
    const next = { ...chosen, stretches: others, ready: Math.max(now + (others[0]?.pause ?? 0), others[0]?.from ?? 0) }
    underway = underway.flatMap((one) => (one !== chosen ? [one] : others.length > 0 ? [next] : []))
    if (others.length > 0) continue
    finished.set(chosen.key, now)
    for (const { after = [], ...one } of following) {
      const arrives = Math.max(...after.map(({ key, seconds }) => (finished.get(key) ?? Infinity) + seconds))
      if (after.some(({ key }) => key === chosen.key) && arrives < Infinity)
        underway.push(...begin({ ...one, arrives }))
    }
  }
  return { calls, times, busy }
}

/** Returns a piece of work in progress, from its first stretch; none if it has no calls. */
function begin({ key, arrives, due, reads = 0, calls, correction }: Omit<Planned, 'after'>): Underway[] {
  const [first, ...others] = correction === undefined ? [] : toStretches(correction.calls)
  const later = first === undefined ? [] : [{ ...first, from: correction?.from ?? 0 }, ...others]
  const work = toStretches(calls)
  const stretches: readonly Stretch[] = [...(work.length === 0 ? [] : toReading(reads)), ...work, ...later]
  return stretches.length === 0 ? [] : [{ key, due, stretches, ready: arrives + (stretches[0]?.pause ?? 0) }]
}

/** Number of calls after which a stretch ends, except during a telephone call. */
const longestStretch = 4

function toReading(reads: number): readonly Stretch[] {
  const parts = Array.from({ length: Math.ceil(reads / longestStretch) }, (_, index) =>
    Math.min(longestStretch, reads - index * longestStretch),
  )
  return parts.map((part) => ({ pause: 0, reads: part, calls: [] }))
}

/** Divides calls into stretches. A telephone call is never interrupted. */
function toStretches(calls: readonly SolutionCall[]): readonly Stretch[] {
  const stretches: { pause: number; calls: SolutionCall[] }[] = []
  let open = { pause: 0, calls: [] as SolutionCall[] }
  const close = (pause: number) => {
    if (open.calls.length > 0) stretches.push(open)
    open = { pause: open.calls.length > 0 ? pause : open.pause + pause, calls: [] }
  }
  let isOnThePhone = false
  for (const call of calls) {
    const { delay_seconds = 0, ...others } = call
    const { seconds } = bodyOf(call)
    if (call.path === 'wait' && typeof seconds === 'number') close(seconds)
    else {
      if (delay_seconds > 0) close(delay_seconds)
      if (call.path === 'voice/calls') isOnThePhone = true
      open.calls.push(others as SolutionCall)
      if (call.path.endsWith('/hangup')) isOnThePhone = false
      if (!isOnThePhone && open.calls.length >= longestStretch) close(0)
    }
  }
  close(0)
  return stretches
}

function dueFirst(ready: readonly Underway[]): Underway {
  return ready.reduce((one, other) => (other.due < one.due ? other : one))
}
