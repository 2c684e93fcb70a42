import type { Clock, Steps } from '@carebench/protocol'
import { Stretches } from './let-others-work.js'

/** Number of steps between pauses, also if the clock stands still. */
const manySteps = 1000

/** Carries out work in steps, and lets others work whenever that has taken some milliseconds. */
export async function inSteps<Result>(steps: Steps<Result>, clock: Clock): Promise<Result> {
  const stretches = new Stretches(clock, manySteps)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (stretches.endsWithStep()) await stretches.pause()
  }
}
