import { formatInstant, type RecordedEvent } from '@carebench/protocol'
import type { SimulatorChange } from './simulator.js'

/** Something that becomes due by itself at a time in milliseconds since 1970. */
export interface Happening<Effect> {
  readonly time: number
  readonly effects: readonly Effect[]
  readonly events: readonly RecordedEvent[]
}

/** Joins what has become due, earliest first; of two at one time the one that is given first comes first. */
export function inOrderOfTime<Effect>(happenings: readonly Happening<Effect>[]): SimulatorChange<Effect> {
  const sorted = [...happenings].sort((a, b) => a.time - b.time)
  return { effects: sorted.flatMap(({ effects }) => effects), events: sorted.flatMap(({ events }) => events) }
}

/** The instant so many seconds after another; both RFC 3339 with milliseconds. */
export function secondsAfter(at: string, seconds: number): string {
  return formatInstant(Date.parse(at) + seconds * 1000)
}
