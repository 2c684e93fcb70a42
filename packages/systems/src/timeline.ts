import { formatInstant, type RecordedEvent } from '@carebench/protocol'
import type { SimulatorChange } from './simulator.js'

/** A change that happens by itself at a time, in milliseconds since 1970. */
export interface Happening<Effect> {
  readonly time: number
  readonly effects: readonly Effect[]
  readonly events: readonly RecordedEvent[]
}

/** Merges due changes, earliest first; changes due at the same time keep their order. */
export function inOrderOfTime<Effect>(happenings: readonly Happening<Effect>[]): SimulatorChange<Effect> {
  const sorted = [...happenings].sort((a, b) => a.time - b.time)
  return { effects: sorted.flatMap(({ effects }) => effects), events: sorted.flatMap(({ events }) => events) }
}

/** Adds seconds to an instant; both RFC 3339 with milliseconds. */
export function secondsAfter(at: string, seconds: number): string {
  return formatInstant(Date.parse(at) + seconds * 1000)
}
