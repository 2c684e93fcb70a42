import { createSeededRandom, type Random, randomInteger } from '@carebench/protocol'

const maxPauseMs = 50

/**
 * Waits before a failed write is retried: up to 2 ms after the first attempt, twice as long after each further one, at
 * most 50 ms. The pause is random, so that writers that failed together retry at different times.
 *
 * @param attempt - the number of attempts so far, from 1
 * @param random - draws the pause; default: a source with a seed of this process
 */
export function backOff(attempt: number, random?: Random): Promise<void> {
  const maxMs = Math.min(maxPauseMs, 2 ** attempt)
  // Seeded for each process, because equal seeds would make concurrent writers retry at the same times.
  processRandom ??= createSeededRandom(...crypto.getRandomValues(new Uint32Array(2)))
  const pauseMs = randomInteger(random ?? processRandom, 0, maxMs)
  return new Promise((resolve) => setTimeout(resolve, pauseMs))
}

let processRandom: Random | undefined
