import { formatInstant } from '@carebench/protocol'
import { insert, remove, update, type Write } from '@carebench/store'
import type { ServiceContext } from '../context/context.js'
import { type AuditLeaseDoc, auditLeases } from '../documents/collections/audit-leases.js'

/** Milliseconds after which other services may continue an audit whose lease was not renewed. */
export const auditLeaseTime = 15_000

/** The lease with which only this service, of all on the same store, audits a version. */
export class AuditLease {
  readonly #context: ServiceContext
  readonly #doc: AuditLeaseDoc
  #revision: number
  #renewAt: number
  #renewing: Promise<void> = Promise.resolve()
  #isLost = false

  private constructor(context: ServiceContext, doc: AuditLeaseDoc, revision: number) {
    this.#context = context
    this.#doc = doc
    this.#revision = revision
    this.#renewAt = doc.until - (auditLeaseTime * 2) / 3
  }

  /** Takes the lease on the audit of a version; undefined if another service has it. */
  static async take(context: ServiceContext, versionId: string): Promise<AuditLease | undefined> {
    const { store, clock, leases } = context
    const now = clock.now()
    const present = await store.get(auditLeases, versionId)
    if (present !== undefined && present.doc.holder !== leases.holder && now < present.doc.until) return undefined
    const created_at = present?.doc.created_at ?? formatInstant(now)
    const doc: AuditLeaseDoc = { id: versionId, created_at, holder: leases.holder, until: now + auditLeaseTime }
    const write = present === undefined ? insert(auditLeases, doc) : update(auditLeases, doc, present.revision)
    const taken = await store.commit([write])
    return taken.ok ? new AuditLease(context, doc, taken.revision) : undefined
  }

  /** Whether another service has it now. Call it often: it renews the lease in time, without waiting for the store. */
  isLost(): boolean {
    const now = this.#context.clock.now()
    if (!this.#isLost && now >= this.#renewAt) {
      this.#renewAt = now + auditLeaseTime / 3
      this.#renewing = this.#renewing.then(() => this.#renew(now))
    }
    return this.#isLost
  }

  /** The write that releases the lease; it fails if another service has it now. */
  async removal(): Promise<Write> {
    await this.#renewing
    return remove(auditLeases, this.#doc.id, this.#revision)
  }

  /** Releases the lease, so that others need not wait until it expires. */
  async release(): Promise<void> {
    try {
      await this.#context.store.commit([await this.removal()])
    } catch {
      // The lease expires by itself.
    }
  }

  async #renew(now: number): Promise<void> {
    try {
      const doc = { ...this.#doc, until: now + auditLeaseTime }
      const renewed = await this.#context.store.commit([update(auditLeases, doc, this.#revision)])
      if (renewed.ok) this.#revision = renewed.revision
      else this.#isLost = true
    } catch {
      // The next renewal tries again, and finds out whether this one took effect.
    }
  }
}
