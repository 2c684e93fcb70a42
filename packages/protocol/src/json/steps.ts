/**
 * Work in short steps. The caller may let other work run between two steps, but must not change what this work reads
 * until it is done.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** Runs work without a pause, and returns its result. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
