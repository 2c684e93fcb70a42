import { createSeededRandom } from '@carebench/protocol'
import type { SimulatorContext } from '@carebench/systems'

/** The position of an entry in a log, from which its time and random values are derived. */
export interface EntryPlace {
  readonly seed: number
  readonly seq: number
  /** The playground's clock. */
  readonly at: string
}

/**
 * Returns the time and random values of one log entry, derived from its position, so that a replay uses the same.
 * Processing due events and answering a call use separate random streams, so due events do not affect the response.
 */
export function entryContext({ seed, seq, at }: EntryPlace, purpose: 'answer' | 'due'): SimulatorContext {
  return { at, random: createSeededRandom(seed, seq, purpose === 'answer' ? 1 : 2) }
}
