import type { Clock } from '@carebench/protocol'

/** Pauses long work, so that requests that have arrived meanwhile are answered first. */
export function letOthersWork(): Promise<void> {
  // A timer waits for at least a millisecond, even if there is nothing to do. Browsers have nothing better.
  const immediate: unknown = Reflect.get(globalThis, 'setImmediate')
  return new Promise((resolve) => (typeof immediate === 'function' ? immediate(resolve) : setTimeout(resolve, 0)))
}

/** Milliseconds of work between pauses. */
const longStretch = 10
/** Number of steps between pauses, also if the clock stands still. */
const manySteps = 25

/** Divides work of many steps into stretches, because each pause costs more than most steps. */
export class Stretches {
  readonly #clock: Clock
  #began: number
  #steps = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.#began = clock.now()
  }

  /** Call it after each step: pauses if the stretch has been long enough. */
  async step(): Promise<void> {
    this.#steps++
    if (this.#steps < manySteps && this.#clock.now() - this.#began < longStretch) return
    await letOthersWork()
    this.#began = this.#clock.now()
    this.#steps = 0
  }
}
