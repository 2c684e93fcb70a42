import { formatInstant } from '@carebench/protocol'
import { insert, update, type Write } from '@carebench/store'
import type { ServiceContext } from '../context/context.js'
import { type RetentionSweepDoc, retentionSweepId, retentionSweeps } from '../documents/collections/retention-sweeps.js'

/** Milliseconds after which other services may take over a sweep whose lease was not renewed. */
const turnTime = 60_000

/** The lease with which only this service, of all on the same store, runs the retention sweep. */
export class RetentionTurn {
  readonly #context: ServiceContext
  readonly #doc: RetentionSweepDoc
  #revision: number
  #renewAt: number

  private constructor(context: ServiceContext, doc: RetentionSweepDoc, revision: number) {
    this.#context = context
    this.#doc = doc
    this.#revision = revision
    this.#renewAt = doc.due - (turnTime * 2) / 3
  }

  /** Takes the lease; undefined if no sweep is due yet, or another service has the lease. */
  static async take(context: ServiceContext): Promise<RetentionTurn | undefined> {
    const { store, clock, leases } = context
    const now = clock.now()
    const due = now + turnTime
    const [present] = await store.claim(retentionSweeps, now, due, 1)
    if (present === undefined && (await store.get(retentionSweeps, retentionSweepId)) !== undefined) return undefined
    const created_at = present?.doc.created_at ?? formatInstant(now)
    const doc: RetentionSweepDoc = { id: retentionSweepId, created_at, holder: leases.holder, due }
    const write: Write =
      present === undefined ? insert(retentionSweeps, doc) : update(retentionSweeps, doc, present.revision)
    const taken = await store.commit([write])
    return taken.ok ? new RetentionTurn(context, doc, taken.revision) : undefined
  }

  /** Whether this service still has the lease. Call it often: it renews the lease in time. */
  async keep(): Promise<boolean> {
    const now = this.#context.clock.now()
    if (now < this.#renewAt) return true
    this.#renewAt = now + turnTime / 3
    return this.#write(now + turnTime)
  }

  /** Releases the lease: the next sweep is due at `due`, in milliseconds since 1970. */
  async end(due: number): Promise<void> {
    await this.#write(due)
  }

  async #write(due: number): Promise<boolean> {
    const written = await this.#context.store.commit([update(retentionSweeps, { ...this.#doc, due }, this.#revision)])
    if (written.ok) this.#revision = written.revision
    return written.ok
  }
}
