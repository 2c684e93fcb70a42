import { formatInstant, type LogEntry } from '@carebench/protocol'
import { engineVersion } from './engine-version.js'
import { advanceOf } from './playground-state.js'

/**
 * The seal that ends a log, without the events that would have become due by then, for a playground that cannot be
 * built. Null if the log is already sealed.
 *
 * @param now - the service's clock in milliseconds
 */
export function makeSeal(entries: readonly LogEntry[], now: number): LogEntry | null {
  if (entries.at(-1)?.action.kind === 'seal') return null
  const advanced = entries.reduce(
    (sum, { action }) => sum + (action.kind === 'scenario' ? advanceOf(action.step) : 0),
    0,
  )
  return {
    seq: entries.length + 1,
    at: formatInstant(now + advanced),
    actor: 'system',
    action: { kind: 'seal' },
    effects: [],
    events: [],
    response: null,
    engine: engineVersion,
  }
}
