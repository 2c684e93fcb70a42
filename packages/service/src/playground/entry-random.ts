import { createSeededRandom, type Random } from '@carebench/protocol'

/**
 * The chance of one log entry: a function of the playground's seed and the entry's number, so that a replay draws the
 * same. Becoming due and answering have streams of their own: what happens to be due does not change the answer.
 */
export function entryRandom(seed: number, seq: number, purpose: 'answer' | 'due'): Random {
  return createSeededRandom(seed, seq, purpose === 'answer' ? 1 : 2)
}
