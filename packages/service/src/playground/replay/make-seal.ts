import { formatInstant, type LogEntry } from '@carebench/protocol'
import { engineVersion } from '../engine-version.js'
import { readAdvance } from '../playground-state.js'
import { type ClockPlan, readTime } from '../scenario/clock-plan.js'

/**
 * Returns the seal that ends a log, without the events that would have become due by then, for a playground that cannot
 * be built. Null if the log is already sealed.
 *
 * @param clock - the clock of the playground
 * @param reading - the service's clock, and when the task run was started, in milliseconds
 */
export function makeSeal(
  entries: readonly LogEntry[],
  clock: ClockPlan,
  reading: { readonly now: number; readonly startedAt: number | null },
): LogEntry | null {
  if (entries.at(-1)?.action.kind === 'seal') return null
  const advanced = entries.reduce(
    (sum, { action }) =>
      sum + (action.kind === 'scenario' && action.arrival === undefined ? readAdvance(action.step) : 0),
    0,
  )
  const last = entries.findLast(({ action }) => action.kind !== 'scenario')
  const stoodAt = last === undefined ? null : Date.parse(last.at)
  return {
    seq: entries.length + 1,
    at: formatInstant(readTime(clock, { ...reading, advanced, stoodAt })),
    actor: 'system',
    action: { kind: 'seal' },
    effects: [],
    events: [],
    response: null,
    engine: engineVersion,
  }
}
