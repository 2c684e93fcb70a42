import type { Cost } from '../usage.js'

/**
 * What all trials of a run may cost together. Requests that run when it is used up are finished, so that it can be exceeded by
 * the cost of one request a connection.
 */
export class Budget {
  /** US dollars. */
  readonly limit: number
  #spent = 0

  constructor(limit: number) {
    if (!(limit >= 0)) throw new RangeError(`Expected a budget in US dollars from 0, got ${limit}.`)
    this.limit = limit
  }

  /** US dollars so far, as far as they are known. */
  get spent(): number {
    return this.#spent
  }

  get isUsedUp(): boolean {
    return this.#spent >= this.limit
  }

  add(cost: Cost | null): void {
    this.#spent += cost?.usd ?? 0
  }
}
