import type { Clock } from '@carebench/protocol'

/** Ends a stretch of work, so that requests that have come meanwhile are answered before the next one. */
export function letOthersWork(): Promise<void> {
  // A timer waits for a millisecond at least, with nothing to do. Browsers have nothing better.
  const immediate: unknown = Reflect.get(globalThis, 'setImmediate')
  return new Promise((resolve) => (typeof immediate === 'function' ? immediate(resolve) : setTimeout(resolve, 0)))
}

/** Milliseconds after which a stretch of work has been long enough. */
const longStretch = 10
/** So many steps are one too, also where the clock stands still. */
const manySteps = 25

/** Divides work of many steps into stretches: each pause costs more than most steps. */
export class Stretches {
  readonly #clock: Clock
  #began: number
  #steps = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.#began = clock.now()
  }

  /** Call it after each step: ends the stretch if it has been long enough. */
  async step(): Promise<void> {
    this.#steps++
    if (this.#steps < manySteps && this.#clock.now() - this.#began < longStretch) return
    await letOthersWork()
    this.#began = this.#clock.now()
    this.#steps = 0
  }
}
