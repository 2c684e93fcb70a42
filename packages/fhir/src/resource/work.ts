import type { Steps } from '@carebench/protocol/wire'

/** The result of work, or the steps that return it. The result must not be an iterator. */
export type Work<Result> = Result | Steps<Result>

/** Whether work must still be run in steps. */
export function isSteps<Result>(work: Work<Result>): work is Steps<Result> {
  return typeof work === 'object' && work !== null && !Array.isArray(work) && Symbol.iterator in work
}
