import { nameOfAttempt, type TrialKey } from '../results/trial-result.js'

/** What a run has cost in US dollars, as far as it is known. */
export class Spending {
  #checks = 0
  #ended = 0
  /** Attempts that have ended. One that could not be completed at once ends several times. */
  readonly #attempts = new Map<string, number>()
  /** Attempts at work, as far as it was measured. */
  readonly #working = new Map<TrialKey, number>()
  /** What agents say of themselves, by attempt: nobody has measured it. */
  readonly #claims = new Map<string, { readonly agent: string; readonly usd: number }>()

  /** All of it, claims too. */
  get total(): number {
    return [...this.#claims.values()].reduce((sum, { usd }) => sum + usd, this.measured)
  }

  get measured(): number {
    return [...this.#working.values()].reduce((sum, usd) => sum + usd, this.#checks + this.#ended)
  }

  /** What an agent says that its attempts have cost. */
  claimedBy(agent: string): number {
    return [...this.#claims.values()].reduce((sum, claim) => (claim.agent === agent ? sum + claim.usd : sum), 0)
  }

  /** Adds a check before the first trial. */
  add(usd: number | null | undefined): void {
    this.#checks += usd ?? 0
  }

  /** Adds a request of an attempt at work. */
  note(key: TrialKey, usd: number | undefined): void {
    this.#working.set(key, (this.#working.get(key) ?? 0) + (usd ?? 0))
  }

  /** Replaces what was noted by the cost of the whole attempt, unless that is a claim of the agent. */
  end(key: TrialKey, attempt: number, usd: number | null, isClaim: boolean): void {
    const name = nameOfAttempt(key, attempt)
    if (isClaim && usd !== null) this.#claims.set(name, { agent: key.agent, usd })
    const before = this.#attempts.get(name) ?? 0
    const now = (isClaim ? null : usd) ?? this.#working.get(key) ?? before
    this.#ended += now - before
    this.#attempts.set(name, now)
    this.#working.delete(key)
  }
}
