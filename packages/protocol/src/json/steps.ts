/**
 * Work in steps, none of which takes long. The caller may let other work run between two steps, and the result does not
 * depend on that: nothing that the work reads may change until it is done.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** Runs work without a pause, and returns its result. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
