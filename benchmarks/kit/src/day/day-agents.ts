import type { SolutionCall } from '../task.js'
import { secondsPerCall } from './clock.js'
import { isHeld } from './declaration.js'
import type { Day } from './draw-day.js'
import type { DayItem } from './draw-item.js'
import { handOver } from './hand-over.js'
import { readCalls } from './merge/merge-instances.js'
import { type Planned, scheduleDay } from './schedule.js'

/** A scripted agent that knows how each piece of work is done, but works through the day with one flaw. */
export interface DayAgent {
  readonly rung: string
  readonly title: string
  work(day: Day): readonly SolutionCall[]
}

/** The agents of the ladder that work days. */
export const dayAgents: readonly DayAgent[] = [
  {
    rung: 'A12',
    title: 'works in the order listed, and ignores what arrives',
    work: (day) => throughDay(day, day.items.filter(isThere).map(stalely), inOrder),
  },
  {
    rung: 'A13',
    title: 'forgets every seventh piece of work',
    work: (day) =>
      throughDay(
        day,
        day.items.filter((_, index) => index % 7 !== 6).map(({ planned }) => planned),
      ),
  },
  {
    rung: 'A14',
    title: 'is interrupted, and never comes back',
    work: (day) =>
      throughDay(
        day,
        day.items.map(({ planned }) => interrupted(planned, day.items)),
      ),
  },
  {
    rung: 'A15',
    title: 'answers with what was so at the beginning of the day',
    work: (day) => throughDay(day, day.items.map(stalely)),
  },
]

/** Returns the calls of the planned work, followed by a hand-over note that reports unplanned items as open. */
function throughDay(
  { items, note }: Day,
  planned: readonly Planned[],
  choose?: Parameters<typeof scheduleDay>[1]['choose'],
): readonly SolutionCall[] {
  const { calls } = scheduleDay(planned, { secondsPerCall, ...(choose && { choose }) })
  const begun = new Set(planned.flatMap(({ key, calls: own }) => (own.length > 0 ? [key] : [])))
  const outcomes = items.map(
    ({ key, outcome }) => [key, outcome === 'done' && !begun.has(key) ? 'open' : outcome] as const,
  )
  return [...calls, ...readCalls(handOver(new Map(outcomes), note.instance).instance)]
}

function isThere({ place }: DayItem): boolean {
  return place.arrives === '08:00' && place.after === undefined
}

function inOrder<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new RangeError('expected at least one piece of work, got none')
  return first
}

/**
 * Returns work without its correction and, if other work arrives after it, without the calls from its first pause on.
 */
function interrupted({ correction: _, ...planned }: Planned, items: readonly DayItem[]): Planned {
  const pause = planned.calls.findIndex(({ path, delay_seconds = 0 }) => path === 'wait' || delay_seconds > 0)
  const isDisturbed = items.some(({ planned: other }) => other.arrives > planned.arrives)
  return pause === -1 || !isDisturbed ? planned : { ...planned, calls: planned.calls.slice(0, pause) }
}

function stalely({ planned, place, stale }: DayItem): Planned {
  if (stale === undefined) return planned
  const { after: _, correction: __, ...others } = planned
  return { ...others, arrives: isHeld(place) ? 0 : planned.arrives, calls: stale }
}
