/** Work on a text that may pause between steps of some milliseconds. */
export type ReadingSteps<Result> = Generator<undefined, Result, undefined>

/** Returns the result of all steps, done in one go. */
export function finishReading<Result>(steps: ReadingSteps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
