import { ApiError } from '@carebench/protocol'

/** The memory that a service uses and may use. */
export interface MemoryOptions {
  /** The share of the memory that is in use, from 0 to 1; `createHeapGauge` of `@carebench/server` creates one. */
  readonly use: () => number
  /** The share, above 0 and at most 1, from which on calls are rejected; default 0.7. */
  readonly limit?: number
}

/** Seconds after which memory may be free again, because task runs have ended. */
const retryAfter = '10'

/** Rejects work that would need more memory than is available, so that started work can be finished. */
export class MemoryGuard {
  readonly #use: () => number
  readonly #creations: number
  readonly #starts: number

  /** @param options - undefined: nothing is rejected */
  constructor({ use, limit = 0.7 }: MemoryOptions = { use: () => 0 }) {
    if (!(limit > 0 && limit <= 1)) throw new RangeError(`memory.limit must be above 0 and at most 1, got ${limit}.`)
    this.#use = use
    this.#creations = limit
    this.#starts = (1 + limit) / 2
  }

  /** Throws an ApiError `UNAVAILABLE` if memory is too short to create anything. */
  assertCreation(): void {
    if (this.#use() >= this.#creations) throw short('Nothing can be created')
  }

  /** Throws an ApiError `UNAVAILABLE` if memory is too short to start a task run. */
  assertStart(): void {
    if (this.#use() >= this.#starts) throw short('No task run can be started')
  }
}

function short(what: string): ApiError {
  const message =
    `${what}: the service has too little memory left, and only finishes work that has started. Try again in ` +
    `${retryAfter} seconds, or free memory: tear down playgrounds, delete data that you no longer need.`
  return new ApiError('UNAVAILABLE', message, { headers: { 'retry-after': retryAfter } })
}
