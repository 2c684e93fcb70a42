import type { Clock } from '@carebench/protocol'

/** The long work that pauses in this process, in the order in which it will continue. */
const paused: (() => void)[] = []

/**
 * Pauses long work, so that requests that have arrived meanwhile are answered first. In each turn of the event loop
 * only one piece of long work continues: if a hundred continued, requests would wait for a hundred stretches.
 */
export function letOthersWork(): Promise<void> {
  return new Promise((resolve) => {
    paused.push(resolve)
    if (paused.length === 1) inNextTurn(continueFirst)
  })
}

function continueFirst(): void {
  paused.shift()?.()
  if (paused.length > 0) inNextTurn(continueFirst)
}

/** Calls a function in the next turn of the event loop, after what has arrived meanwhile. */
export function inNextTurn(work: () => void): void {
  // A timer waits for at least a millisecond, even if there is nothing to do. Browsers have nothing better.
  const immediate: unknown = Reflect.get(globalThis, 'setImmediate')
  if (typeof immediate === 'function') immediate(work)
  else setTimeout(work, 0)
}

/** Milliseconds of work after which a stretch ends. */
const longStretch = 10

/** Divides work of many steps into stretches, because each pause costs more than most steps. */
export class Stretches {
  readonly #clock: Clock
  readonly #manySteps: number
  #began: number
  #steps = 0

  /** @param manySteps - maximum number of steps between pauses, which limits them even if the clock stands still */
  constructor(clock: Clock, manySteps = 25) {
    this.#clock = clock
    this.#manySteps = manySteps
    this.#began = clock.now()
  }

  /** Call it after each step: pauses if the stretch has been long enough. */
  async step(): Promise<void> {
    if (this.endsWithStep()) await this.pause()
  }

  /** Counts a step, and returns whether to {@link pause} after it. */
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
