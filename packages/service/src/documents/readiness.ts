import { type Clock, formatInstant, type Random, randomString } from '@carebench/protocol'
import { type Document, defineCollection, insert, type Store, StoreUnavailableError, update } from '@carebench/store'

/** What a process writes to find out whether it can: one document for each, which is replaced. */
interface ProbeDoc extends Document {
  /** RFC 3339. */
  readonly written_at: string
  /** Text that cannot be compressed, for which the storage needs more room; see {@link Readiness.doubt}. */
  readonly filling?: string
}

/** How long the probe of a process that has ended is kept, in milliseconds. */
const probeAge = 24 * 3600 * 1000

export const probes = defineCollection<ProbeDoc>({
  name: 'probes',
  // Then it may be removed.
  due: ({ written_at }) => Date.parse(written_at) + probeAge,
})

/** Milliseconds between writes: everybody may ask, without a token. */
const writeInterval = 1000

/** Characters of a probe that finds room only on a disk that has some. */
const fillingLength = 64 * 1024

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Finds out whether a store can be read and written. */
export class Readiness {
  readonly #store: Store
  readonly #clock: Clock
  readonly #id: string
  readonly #random: Random
  #writtenAt = Number.NEGATIVE_INFINITY
  #writing: Promise<void> | undefined
  #isDoubted = false

  /** @param writer - names this process among those on the store */
  constructor(store: Store, clock: Clock, random: Random, writer: string) {
    this.#store = store
    this.#random = random
    this.#clock = clock
    this.#id = `probe_${writer}`
  }

  /**
   * Rejects with a {@link StoreUnavailableError} if the storage cannot be read, or could not be written in the last
   * second.
   */
  async check(): Promise<void> {
    try {
      await this.#store.ping()
      const since = this.#clock.now() - this.#writtenAt
      // A clock that was set back would otherwise put off the next write for as long.
      if (since >= 0 && since < writeInterval) return
      this.#writing ??= this.#write().finally(() => {
        this.#writing = undefined
      })
      await this.#writing
    } catch (cause) {
      if (cause instanceof StoreUnavailableError) throw cause
      throw new StoreUnavailableError('The storage cannot be read and written at present.', { cause })
    }
  }

  /**
   * Has the next probe take new room on the disk: on a full one a small change still finds some, in a file that is
   * there already. Call it when a request failed because of the storage; nothing is ready before such a probe succeeds.
   */
  doubt(): void {
    this.#isDoubted = true
    this.#writtenAt = Number.NEGATIVE_INFINITY
  }

  async #write(): Promise<void> {
    const now = this.#clock.now()
    const isFilled = this.#isDoubted
    const known = await this.#store.get(probes, this.#id)
    const doc: ProbeDoc = {
      id: this.#id,
      created_at: formatInstant(0),
      written_at: formatInstant(now),
      ...(isFilled && { filling: randomString(this.#random, fillingLength, alphabet) }),
    }
    await this.#store.commit([known === undefined ? insert(probes, doc) : update(probes, doc, known.revision)])
    if ((await this.#store.get(probes, this.#id)) === undefined) throw new Error('What was written is not there.')
    if (isFilled) this.#isDoubted = false
    if (!this.#isDoubted) this.#writtenAt = now
  }
}
