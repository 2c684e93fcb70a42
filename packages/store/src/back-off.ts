import { type Random, randomInteger } from '@carebench/protocol'

/** In milliseconds. */
const longestPause = 50

/**
 * Pauses before a write that failed is tried again: up to 2 ms after the first attempt, twice as long after each further one,
 * at most 50 ms. Several writers that were refused together come back at different times if each draws its pause.
 *
 * @param attempt - the number of attempts so far, from 1
 * @param random - draws the pause; default: the longest one
 */
export function backOff(attempt: number, random?: Random): Promise<void> {
  const longest = Math.min(longestPause, 2 ** attempt)
  const pause = random === undefined ? longest : randomInteger(random, 0, longest)
  return new Promise((resolve) => setTimeout(resolve, pause))
}
