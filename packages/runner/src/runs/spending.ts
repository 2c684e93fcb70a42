import type { TrialKey } from '../results/trial-result.js'

/** What a run has cost in US dollars, as far as it is known. */
export class Spending {
  /** Checks, and attempts that have ended. */
  #ended = 0
  /** Attempts at work, as far as their agents have told. */
  readonly #working = new Map<TrialKey, number>()

  get total(): number {
    return [...this.#working.values()].reduce((sum, usd) => sum + usd, this.#ended)
  }

  /** Adds what has been paid whatever becomes of it. */
  add(usd: number | null | undefined): void {
    this.#ended += usd ?? 0
  }

  /** Adds a request of an attempt at work. */
  note(key: TrialKey, usd: number | undefined): void {
    this.#working.set(key, (this.#working.get(key) ?? 0) + (usd ?? 0))
  }

  /** Replaces what was noted by the cost of the whole attempt, which some agents tell at their end only. */
  end(key: TrialKey, usd: number | null): void {
    this.add(usd ?? this.#working.get(key))
    this.#working.delete(key)
  }
}
