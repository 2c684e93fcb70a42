import { nameOfAttempt, type TrialKey } from '../results/trial-result.js'

/** The known cost of a run in US dollars. */
export class Spending {
  #checks = 0
  #ended = 0
  /** Costs of ended attempts. An attempt whose completion is retried ends several times. */
  readonly #attempts = new Map<string, number>()
  /** Measured costs of running attempts. */
  readonly #working = new Map<TrialKey, number>()
  /** Unmeasured costs claimed by agents, by attempt. */
  readonly #claims = new Map<string, { readonly agent: string; readonly usd: number }>()

  /** The total cost, including claims. */
  get total(): number {
    return [...this.#claims.values()].reduce((sum, { usd }) => sum + usd, this.measured)
  }

  get measured(): number {
    return [...this.#working.values()].reduce((sum, usd) => sum + usd, this.#checks + this.#ended)
  }

  /** The cost that an agent claims for its attempts. */
  claimedBy(agent: string): number {
    return [...this.#claims.values()].reduce((sum, claim) => (claim.agent === agent ? sum + claim.usd : sum), 0)
  }

  /** Adds the cost of a check before the first trial. */
  add(usd: number | null | undefined): void {
    this.#checks += usd ?? 0
  }

  /** Adds the cost of a request of a running attempt. */
  note(key: TrialKey, usd: number | undefined): void {
    this.#working.set(key, (this.#working.get(key) ?? 0) + (usd ?? 0))
  }

  /** Replaces the noted costs by the cost of the whole attempt, unless that is a claim of the agent. */
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
