import { type Clock, createManualClock, formatInstant } from '@carebench/protocol'
import { type Document, defineCollection, insert, type Store, StoreUnavailableError, update } from '@carebench/store'
import { busy } from '../http/busy.js'
import { organizations } from './collections/access.js'

/** A clock that stands still until a caller advances it: from `createManualClock` or {@link openStoredClock}. */
export interface TestingClock extends Clock {
  /**
   * Throws a RangeError, or rejects with one, if `milliseconds` is negative or not finite. Rejects with an ApiError
   * `UNAVAILABLE` if others keep advancing it at the same time.
   */
  advance(milliseconds: number): void | Promise<void>
  /** Reads how far others have advanced it; called before each request. Absent if nobody else can. */
  catchUp?(): Promise<void>
}

/** Thrown if the documents of a store have the times of another kind of clock, so that time could go back. */
export class WrongClockError extends Error {
  override readonly name = 'WrongClockError'
}

/** The time of the clock that all services on a store share. There is at most one. */
interface ClockDoc extends Document {
  /** In milliseconds since 1970. */
  readonly now: number
}

const clocks = defineCollection<ClockDoc>({ name: 'clocks' })

const id = 'testing'
/** Maximum number of attempts if others advance it at the same time. */
const attempts = 20

/**
 * Opens the clock of a persistent store, for tests: all services on the store share it, and it keeps its time when they
 * restart. In an empty store it starts at 2026-01-05T09:00:00Z. Rejects with a {@link WrongClockError} if the store has
 * organizations from a service on the system clock.
 */
export async function openStoredClock(store: Store): Promise<TestingClock> {
  const present = await store.get(clocks, id)
  if (present === undefined) return new StoredClock(store, await begin(store))
  const clock = new StoredClock(store, present.doc.now)
  // Unless the store numbers its commits, ids of one millisecond are ordered only within one source.
  if (store.latest === undefined) await clock.advance(1)
  return clock
}

/** Rejects with a {@link WrongClockError} if the store has a clock of {@link openStoredClock}. */
export async function assertSystemClock(store: Store): Promise<void> {
  if ((await store.get(clocks, id)) === undefined) return
  throw new WrongClockError(
    'The stored data have the times of a manual clock: start with --clock manual, or with another folder or database',
  )
}

async function begin(store: Store): Promise<number> {
  const { docs } = await store.page(organizations, { limit: 1 })
  if (docs.length > 0) {
    throw new WrongClockError(
      'The stored data have the times of the system clock: --clock manual needs an empty folder or database',
    )
  }
  const now = createManualClock().now()
  const inserted = await store.commit([insert(clocks, { id, created_at: formatInstant(now), now })])
  // If another service was faster, it has begun with the same time.
  return inserted.ok ? now : ((await store.get(clocks, id))?.doc.now ?? now)
}

class StoredClock implements TestingClock {
  readonly #store: Store
  #now: number

  constructor(store: Store, now: number) {
    this.#store = store
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  async advance(milliseconds: number): Promise<void> {
    // Throws for an invalid number of milliseconds.
    createManualClock(0).advance(milliseconds)
    for (let attempt = 0; attempt < attempts; attempt++) {
      const present = await this.#store.get(clocks, id)
      if (present === undefined) throw new Error('The clock is missing from the store.')
      const now = present.doc.now + milliseconds
      const advanced = await this.#store.commit([update(clocks, { ...present.doc, now }, present.revision)])
      if (!advanced.ok) continue
      this.#note(now)
      return
    }
    throw busy()
  }

  async catchUp(): Promise<void> {
    try {
      const present = await this.#store.get(clocks, id)
      if (present !== undefined) this.#note(present.doc.now)
    } catch (error) {
      // Requests that need the storage fail by themselves.
      if (!(error instanceof StoreUnavailableError)) throw error
    }
  }

  /** Responses of the store may arrive out of order. */
  #note(now: number): void {
    this.#now = Math.max(this.#now, now)
  }
}
