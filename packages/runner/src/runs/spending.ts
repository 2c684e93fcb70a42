import { nameOfAttempt, type TrialKey } from '../results/trial-result.js'

/** What a run has cost in US dollars, as far as it is known. */
export class Spending {
  #checks = 0
  #ended = 0
  /** Attempts that have ended. One that could not be completed at once ends several times. */
  readonly #attempts = new Map<string, number>()
  /** Attempts at work, as far as their agents have told. */
  readonly #working = new Map<TrialKey, number>()

  get total(): number {
    return [...this.#working.values()].reduce((sum, usd) => sum + usd, this.#checks + this.#ended)
  }

  /** Adds a check before the first trial. */
  add(usd: number | null | undefined): void {
    this.#checks += usd ?? 0
  }

  /** Adds a request of an attempt at work. */
  note(key: TrialKey, usd: number | undefined): void {
    this.#working.set(key, (this.#working.get(key) ?? 0) + (usd ?? 0))
  }

  /** Replaces what was noted by the cost of the whole attempt, which some agents tell at their end only. */
  end(key: TrialKey, attempt: number, usd: number | null): void {
    const name = nameOfAttempt(key, attempt)
    const before = this.#attempts.get(name) ?? 0
    const now = usd ?? this.#working.get(key) ?? before
    this.#ended += now - before
    this.#attempts.set(name, now)
    this.#working.delete(key)
  }
}
