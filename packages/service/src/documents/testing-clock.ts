import { type Clock, createManualClock, formatInstant } from '@carebench/protocol'
import { type Document, defineCollection, insert, type Store, StoreUnavailableError, update } from '@carebench/store'
import { busy } from '../http/busy.js'
import { organizations } from './collections/access.js'

/** A clock that stands still until a caller advances it: what `createManualClock` makes, or {@link openStoredClock}. */
export interface TestingClock extends Clock {
  /** Throws a RangeError, or rejects with one, if `milliseconds` is negative or not finite. */
  advance(milliseconds: number): void | Promise<void>
  /** Learns how far others have advanced it; called before each request. Absent if nobody else can. */
  catchUp?(): Promise<void>
}

/** Thrown if what is in a store has the times of another kind of clock, which would go back. */
export class WrongClockError extends Error {
  override readonly name = 'WrongClockError'
}

/** How far the clock of all services on a store was advanced. There is at most one. */
interface ClockDoc extends Document {
  /** In milliseconds since 1970. */
  readonly now: number
}

const clocks = defineCollection<ClockDoc>({ name: 'clocks' })

const id = 'testing'
/** Maximum number of attempts if others advance it at the same time. */
const attempts = 20

/**
 * Opens the clock of a store that lasts, for tests: all services on the store have the same, and it goes on where it
 * was when they started again. An empty store gets one that stands at 2026-01-05T09:00:00Z. Throws a
 * {@link WrongClockError} if what is stored has the times of the system clock.
 */
export async function openStoredClock(store: Store): Promise<TestingClock> {
  const present = await store.get(clocks, id)
  if (present === undefined) return new StoredClock(store, await begin(store))
  const clock = new StoredClock(store, present.doc.now)
  // The ids of one millisecond are in the order of one source only, unless the store numbers its commits.
  if (store.latest === undefined) await clock.advance(1)
  return clock
}

/** Throws a {@link WrongClockError} if what is stored has the times of a clock of {@link openStoredClock}. */
export async function assertSystemClock(store: Store): Promise<void> {
  if ((await store.get(clocks, id)) === undefined) return
  throw new WrongClockError(
    'What is stored has the times of a manual clock: start with --clock manual, or with another folder or database',
  )
}

async function begin(store: Store): Promise<number> {
  const { docs } = await store.page(organizations, { limit: 1 })
  if (docs.length > 0) {
    throw new WrongClockError(
      'What is stored has the times of the system clock: --clock manual needs an empty folder or database',
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
    // Refuses what no clock can be advanced by.
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
      // What needs the storage fails by itself.
      if (!(error instanceof StoreUnavailableError)) throw error
    }
  }

  /** Answers may come in another order than they were given in. */
  #note(now: number): void {
    this.#now = Math.max(this.#now, now)
  }
}
