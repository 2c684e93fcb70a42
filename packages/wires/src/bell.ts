import { pause } from './pause.js'

/** Looks are at least so many milliseconds apart, however often a bell rings. */
const leastMs = 20

/** Tells whoever looks now and then that it is worth looking. */
export class Bell {
  #hasRung = false
  #wake: (() => void) | undefined

  ring(): void {
    this.#hasRung = true
    this.#wake?.()
  }

  /** Resolves after so many milliseconds, or soon after the bell has rung since the last wait, or at once when the signal is aborted. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.#hasRung) {
      const rung = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      await pause(milliseconds, signal, rung)
      this.#wake = undefined
    }
    if (this.#hasRung) await pause(leastMs, signal)
    this.#hasRung = false
  }
}
