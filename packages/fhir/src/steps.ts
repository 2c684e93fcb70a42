/**
 * Work in steps, of which none takes long: whoever carries it out may let others work after each. The result does not depend
 * on that, so nothing that the work reads may change until it is done.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** Carries out work without a pause. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** What work results in, if it is done at once, or the steps of it. */
export type Work<Result extends object> = Result | Steps<Result>

/** Whether work is yet to be carried out in steps. */
export function isSteps<Result extends object>(work: Work<Result>): work is Steps<Result> {
  return Symbol.iterator in work
}
