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
