import { letOthersWork } from '@carebench/playground'
import type { VersionAudit } from '@carebench/protocol'
import { update } from '@carebench/store'
import type { BackgroundAudits, ServiceContext } from '../context.js'
import { versions } from '../documents/authoring.js'
import { AuditStopped, auditVersion } from './audit-version.js'

/** Maximum number of attempts to store an audit if the version is written concurrently. */
const attempts = 20

/** Maximum number of versions that are read at once to resume their audits. */
const mostResumed = 8

/**
 * The audits of published versions that this process makes in the background, one after another. What is stored decides:
 * a version stays `pending` until an audit is stored with it, so whoever finds one begins its audit. If several
 * processes audit one version, they find the same, and the first that stores it wins.
 */
export class PendingAudits implements BackgroundAudits {
  readonly #context: () => ServiceContext
  readonly #running = new Map<string, Promise<void>>()
  #last: Promise<void> = Promise.resolve()
  #stopped = false

  constructor(context: () => ServiceContext) {
    this.#context = context
  }

  /** Begins the audit of a version, unless it is running or the audits were stopped. */
  begin(versionId: string): void {
    if (this.#stopped || this.#running.has(versionId)) return
    const turn = this.#last.then(() => this.#audit(versionId))
    this.#last = turn
    this.#running.set(versionId, turn)
    void turn.finally(() => this.#running.delete(versionId))
  }

  /** Begins the audits of versions that another process has left; none while audits are running here. */
  async resume(): Promise<void> {
    if (this.#stopped || this.#running.size > 0) return
    const { store, clock } = this.#context()
    for (const { doc } of await store.due(versions, clock.now(), mostResumed)) this.begin(doc.id)
  }

  /** Resolves once no audit is running. */
  async finish(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values())
  }

  /** Stops the running audit at its next pause, and begins no further one; their versions stay `pending`. */
  stop(): void {
    this.#stopped = true
  }

  /** Never rejects. */
  async #audit(versionId: string): Promise<void> {
    const context = this.#context()
    try {
      // The request that began it is answered first.
      await letOthersWork()
      const audit = await this.#auditOf(context, versionId)
      if (audit !== null) await store(context, versionId, audit)
    } catch (error) {
      // The version is still pending: the next access begins again.
      context.log({ level: 'error', message: `The audit of the version ${versionId} could not be stored.`, error })
    }
  }

  /** Null if there is nothing to store. */
  async #auditOf(context: ServiceContext, versionId: string): Promise<VersionAudit | 'failed' | null> {
    const version = await context.store.get(versions, versionId)
    if (version?.doc.audit !== 'pending' || this.#stopped) return null
    try {
      return await auditVersion(context, version.doc, () => this.#stopped)
    } catch (error) {
      if (error instanceof AuditStopped) return null
      // It would fail again: an audit depends on nothing but the version.
      context.log({ level: 'error', message: `The audit of the version ${versionId} failed.`, error })
      return 'failed'
    }
  }
}

async function store(context: ServiceContext, versionId: string, audit: VersionAudit | 'failed'): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const version = await context.store.get(versions, versionId)
    if (version?.doc.audit !== 'pending') return
    const committed = await context.store.commit([update(versions, { ...version.doc, audit }, version.revision)])
    if (committed.ok) return
  }
  throw new Error(`The version was written concurrently ${attempts} times.`)
}
