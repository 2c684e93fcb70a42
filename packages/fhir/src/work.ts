import type { Steps } from './steps.js'

/** What work results in, if it is done at once, or the steps of it. */
export type Work<Result extends object> = Result | Steps<Result>

/** Whether work is yet to be carried out in steps. */
export function isSteps<Result extends object>(work: Work<Result>): work is Steps<Result> {
  return Symbol.iterator in work
}
