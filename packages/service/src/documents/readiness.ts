import { type Clock, formatInstant, type Random, randomString } from '@carebench/protocol'
import { type Document, defineCollection, insert, type Store, StoreUnavailableError, update } from '@carebench/store'

/** The document that a process writes to find out whether it can write: one for each process, replaced each time. */
interface ProbeDoc extends Document {
  /** RFC 3339. */
  readonly written_at: string
  /** Incompressible text, for which the storage needs more room; see {@link Readiness.doubt}. */
  readonly filling?: string
}

/** Lifetime of the probe of a process that has ended, in milliseconds. */
const probeAge = 24 * 3600 * 1000

export const probes = defineCollection<ProbeDoc>({
  name: 'probes',
  // When it may be removed.
  due: ({ written_at }) => Date.parse(written_at) + probeAge,
})

/** Milliseconds between writes, because anybody may ask without a token. */
const writeInterval = 1000

/** The number of characters of a probe that fits only on a disk with free space. */
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

  /** @param writer - the name of this process among those on the store */
  constructor(store: Store, clock: Clock, random: Random, writer: string) {
    this.#store = store
    this.#random = random
    this.#clock = clock
    this.#id = `probe_${writer}`
  }

  /**
   * Rejects with a {@link StoreUnavailableError} if the storage cannot be read or written. Writes at most once a
   * second.
   */
  async check(): Promise<void> {
    try {
      await this.#store.ping()
      const since = this.#clock.now() - this.#writtenAt
      // Otherwise, a clock that was set back would delay the next write by the same time.
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
   * Makes the next probe take new space on the disk: on a full disk, a small change still fits into an existing file.
   * Call it when a request failed because of the storage; the service is not ready until such a probe succeeds.
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
    if ((await this.#store.get(probes, this.#id)) === undefined)
      throw new Error('The probe that was just written cannot be read.')
    if (isFilled) this.#isDoubted = false
    if (!this.#isDoubted) this.#writtenAt = now
  }
}
