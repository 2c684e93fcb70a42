import { instantAfter, sayTime } from '../clock.js'
import type { DayPlace } from '../declaration.js'
import type { Day } from '../draw-day.js'

/** A piece of work of a day, as listed in its manifest. */
export interface ScheduledItem {
  readonly key: string
  readonly instance: string
  readonly branch: string
  readonly arrives: string
  readonly due: string
  readonly interaction: string
  readonly outcome: string
  /** When the recorded solution begins and finishes it. */
  readonly worked: string
}

/** Lists when each piece of work arrives, its outcome, and when the recorded solution does it. */
export function listSchedule({ items, schedule }: Omit<Day, 'instance'>): readonly ScheduledItem[] {
  return items.map(({ key, instance, place, outcome }) => {
    const times = schedule.times.get(key)
    const { arrives, due, sooner, after } = place
    return {
      key,
      instance: instance.id,
      branch: instance.branch,
      arrives: after === undefined ? arrives : `after ${after}`,
      due: sooner === undefined ? due : `${due}, since ${sooner.at} ${sooner.due}`,
      interaction: sayInteraction(place),
      outcome,
      worked:
        times === undefined ? '' : `${sayTime(instantAfter(times.begun))} to ${sayTime(instantAfter(times.done))}`,
    }
  })
}

function sayInteraction({ interaction, at, quiet, needsMember }: DayPlace): string {
  const needed = needsMember === true ? ', needs a member number that other work corrects' : ''
  return `${quiet === true ? 'quiet ' : ''}${interaction ?? ''}${at === undefined ? '' : ` at ${at}`}${needed}`
}
