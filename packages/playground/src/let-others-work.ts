import type { Clock } from '@carebench/protocol'

/** Pauses long work, so that requests that have arrived meanwhile are answered first. */
export function letOthersWork(): Promise<void> {
  // A timer waits for at least a millisecond, even if there is nothing to do. Browsers have nothing better.
  const immediate: unknown = Reflect.get(globalThis, 'setImmediate')
  return new Promise((resolve) => (typeof immediate === 'function' ? immediate(resolve) : setTimeout(resolve, 0)))
}

/** Milliseconds of work between pauses. */
const longStretch = 10

/** Divides work of many steps into stretches, because each pause costs more than most steps. */
export class Stretches {
  readonly #clock: Clock
  readonly #manySteps: number
  #began: number
  #steps = 0

  /** @param manySteps - number of steps between pauses, also if the clock stands still */
  constructor(clock: Clock, manySteps = 25) {
    this.#clock = clock
    this.#manySteps = manySteps
    this.#began = clock.now()
  }

  /** Call it after each step: pauses if the stretch has been long enough. */
  async step(): Promise<void> {
    if (this.endsWithStep()) await this.pause()
  }

  /** Counts a step; whether to {@link pause} after it. */
  endsWithStep(): boolean {
    this.#steps++
    return this.#steps >= this.#manySteps || this.#clock.now() - this.#began >= longStretch
  }

  async pause(): Promise<void> {
    await letOthersWork()
    this.#began = this.#clock.now()
    this.#steps = 0
  }
}
