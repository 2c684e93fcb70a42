/** Work on a text that may pause between steps of a few milliseconds. */
export type ReadingSteps<Result> = Generator<undefined, Result, undefined>

/** Runs all steps without a pause and returns the result. */
export function finishReading<Result>(steps: ReadingSteps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
