import { createSeededRandom } from '@carebench/protocol'
import type { SimulatorContext } from '@carebench/systems'

/** The place of an entry in a log: what its time and chance depend on. */
export interface EntryPlace {
  readonly seed: number
  readonly seq: number
  /** The playground's clock. */
  readonly at: string
}

/**
 * The time and chance of one log entry: functions of its place, so that a replay draws the same. Becoming due and
 * answering have streams of their own: what happens to be due does not change the answer.
 */
export function entryContext({ seed, seq, at }: EntryPlace, purpose: 'answer' | 'due'): SimulatorContext {
  return { at, random: createSeededRandom(seed, seq, purpose === 'answer' ? 1 : 2) }
}
