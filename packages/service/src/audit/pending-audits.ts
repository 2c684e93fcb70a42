import { formatInstant, type VersionAudit } from '@carebench/protocol'
import { insert, update } from '@carebench/store'
import { verifierVersion } from '@carebench/verifier'
import type { BackgroundAudits, ServiceContext } from '../context/context.js'
import { allDocuments } from '../documents/all-documents.js'
import { type AuditedTaskDoc, auditedTaskId, auditedTasks } from '../documents/collections/audited-tasks.js'
import { type VersionDoc, versions } from '../documents/collections/authoring.js'
import { listRemovals } from '../documents/removals.js'
import { engineVersion } from '../playground/engine-version.js'
import { letOthersWork } from '../work/let-others-work.js'
import { AuditLease, auditLeaseTime } from './audit-lease.js'
import { type AuditedTasks, AuditStoppedError, auditVersion } from './audit-version.js'

/** The number of audited tasks of a version. */
export interface AuditProgress {
  readonly done: number
  readonly total: number
}

/** Maximum number of attempts to store an audit if the version is written concurrently. */
const attempts = 20

/** Maximum number of versions that are read at once to resume their audits. */
const maxResumed = 8

/**
 * The audits of published versions that this process makes in the background, one after another. The store decides: a
 * version stays `pending` until an audit is stored with it, so a process that finds a pending version begins its audit
 * unless another process has the lease. The audit of each task is stored when it is done, so that an interrupted audit
 * continues with the next task. If a lease expires too early and two processes audit one version, they get the same
 * result, and one stores it.
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

  /** Begins the audits of versions that another process has left; does nothing while audits are running here. */
  async resume(): Promise<void> {
    if (this.#stopped || this.#running.size > 0) return
    const { store, clock } = this.#context()
    const now = clock.now()
    // The versions are large, so only one of several processes checks whether they are being audited.
    const left = await store.claim(versions, now, now + auditLeaseTime, maxResumed)
    for (const { doc } of left) this.begin(doc.id)
  }

  /** Resolves once no audit is running. */
  async finish(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values())
  }

  /** Stops the running audit at its next pause, and begins no further audit; their versions stay `pending`. */
  stop(): void {
    this.#stopped = true
  }

  /** Never rejects. */
  async #audit(versionId: string): Promise<void> {
    const context = this.#context()
    try {
      // The request that started the audit is answered first.
      await letOthersWork()
      if (this.#stopped) return
      const lease = await AuditLease.take(context, versionId)
      if (lease === undefined) return
      let isStored = false
      try {
        const audit = await this.#auditOf(context, versionId, lease)
        if (audit === null) return
        isStored = await store(context, versionId, audit, lease)
        if (!isStored) return
        const outcome = audit === 'failed' ? 'failed' : audit.errors > 0 ? 'errors' : 'passed'
        context.onEvent({ kind: 'audit', outcome })
      } finally {
        if (!isStored) await lease.release()
      }
    } catch (error) {
      // The version is still pending: the next access begins again.
      context.log({ level: 'error', message: `The audit of the version ${versionId} could not be stored.`, error })
    }
  }

  /** Null if there is nothing to store. */
  async #auditOf(
    context: ServiceContext,
    versionId: string,
    lease: AuditLease,
  ): Promise<VersionAudit | 'failed' | null> {
    const version = await context.store.get(versions, versionId)
    if (version?.doc.audit !== 'pending' || this.#stopped) return null
    try {
      const isStopped = () => this.#stopped || lease.isLost()
      return await auditVersion(context, version.doc, isStopped, await readAuditedTasks(context, version.doc))
    } catch (error) {
      if (error instanceof AuditStoppedError) return null
      // The version is still pending: the next access begins again after the tasks whose audits are stored.
      if (error instanceof AuditNotStoredError) throw error
      // It would fail again, because an audit depends only on the version.
      context.log({ level: 'error', message: `The audit of the version ${versionId} failed.`, error })
      return 'failed'
    }
  }
}

/** The audit of a task could not be stored. */
class AuditNotStoredError extends Error {
  override readonly name = 'AuditNotStoredError'
}

/** The engines whose audits count: a later engine may return another result. */
const engine = `${engineVersion}.${verifierVersion}`

/** Returns the tasks of a version that this process, or an earlier one, has audited. */
async function readAuditedTasks(
  context: ServiceContext,
  { id: version_id, organization_id }: VersionDoc,
): Promise<AuditedTasks> {
  const found = await allDocuments(context.store, auditedTasks, { name: 'version', value: version_id })
  const own = found.filter((audited) => audited.engine === engine)
  return {
    known: new Map(own.map(({ position, audit }) => [position, audit])),
    async keep(position, audit) {
      const doc: AuditedTaskDoc = {
        id: auditedTaskId(version_id, position, engine),
        created_at: formatInstant(context.clock.now()),
        organization_id,
        version_id,
        position,
        engine,
        audit,
      }
      try {
        // If another process has stored an audit, the result is the same.
        await context.store.commit([insert(auditedTasks, doc)])
      } catch (cause) {
        throw new AuditNotStoredError(
          `The audit of task ${position + 1} of the version ${version_id} could not be stored.`,
          {
            cause,
          },
        )
      }
    },
  }
}

/** Returns the number of audited tasks of a version; undefined unless its audit is pending. */
export async function readAuditProgress(
  { store }: ServiceContext,
  { id, audit, tasks }: VersionDoc,
): Promise<AuditProgress | undefined> {
  if (audit !== 'pending') return undefined
  // Tasks are audited in order, and the newest document comes first.
  const { docs } = await store.page(auditedTasks, { filter: { name: 'version', value: id }, limit: 1 })
  return { done: (docs[0]?.position ?? -1) + 1, total: tasks.length }
}

/** Returns false if another process has stored an audit, or has the lease and will store one. */
async function store(
  context: ServiceContext,
  versionId: string,
  audit: VersionAudit | 'failed',
  lease: AuditLease,
): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const version = await context.store.get(versions, versionId)
    if (version?.doc.audit !== 'pending' || lease.isLost()) return false
    const kept = await listRemovals(context, auditedTasks, { name: 'version', value: versionId })
    const write = update(versions, { ...version.doc, audit }, version.revision)
    const committed = await context.store.commit([await lease.removal(), write, ...kept])
    if (committed.ok) return true
    // Another service has the lease.
    if (committed.failed.index === 0) return false
  }
  throw new Error(`The version was written concurrently ${attempts} times.`)
}
