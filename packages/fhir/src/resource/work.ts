import type { Steps } from '@carebench/protocol/wire'

/** What work results in, if it is done at once, or the steps of it. The result may be anything but an iterator. */
export type Work<Result> = Result | Steps<Result>

/** Whether work is yet to be run in steps. */
export function isSteps<Result>(work: Work<Result>): work is Steps<Result> {
  return typeof work === 'object' && work !== null && !Array.isArray(work) && Symbol.iterator in work
}
