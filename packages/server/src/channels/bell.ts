import { pause } from './pause.js'

/** Minimum pause between a ring and the next poll, in milliseconds. */
const minPauseMs = 20
/**
 * The pause is also at least this multiple of the last poll's duration, so that polling stays a small part of the work.
 */
const times = 4

/** Wakes pollers early when there is something new. */
export class Bell {
  #hasRung = false
  #wake: (() => void) | undefined
  /** When the last wait ended, in milliseconds. */
  #lookedAt = performance.now()

  ring(): void {
    this.#hasRung = true
    this.#wake?.()
  }

  /**
   * Resolves after this many milliseconds, or soon after the bell has rung since the last wait, or at once when the
   * signal is aborted.
   */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    const took = performance.now() - this.#lookedAt
    if (!this.#hasRung) {
      const rung = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      await pause(milliseconds, signal, rung)
      this.#wake = undefined
    }
    if (this.#hasRung) await pause(Math.min(milliseconds, Math.max(minPauseMs, times * took)), signal)
    this.#hasRung = false
    this.#lookedAt = performance.now()
  }
}
