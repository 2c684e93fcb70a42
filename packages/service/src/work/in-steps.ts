import type { Clock, Steps } from '@carebench/protocol'
import { Stretches } from './let-others-work.js'

/** Maximum number of steps between pauses, which limits them even if the clock stands still. */
const manySteps = 1000

/** Runs work in steps, and lets others work whenever that has taken some milliseconds. */
export async function inSteps<Result>(steps: Steps<Result>, clock: Clock): Promise<Result> {
  // Most work has a single step, and needs no clock.
  const first = steps.next()
  if (first.done === true) return first.value
  const stretches = new Stretches(clock, manySteps)
  for (;;) {
    if (stretches.endsWithStep()) await stretches.pause()
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
