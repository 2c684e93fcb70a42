import type { Steps } from '@carebench/protocol'
import { type Stored, update } from '@carebench/store'
import type { ServiceContext } from '../../context/context.js'
import { type TaskRunDoc, taskRuns } from '../../documents/collections/running.js'

/** Milliseconds for which other services wait for the one that verifies a task run, unless it renews its lease. */
export const verificationLeaseTime = 15_000

/** The lease with which only this service, of all on the same store, verifies a task run. */
export class VerificationLease {
  readonly #context: ServiceContext
  #taskRun: Stored<TaskRunDoc>
  #renewAt: number
  #renewing: Promise<void> = Promise.resolve()

  constructor(context: ServiceContext, taskRun: Stored<TaskRunDoc>) {
    this.#context = context
    this.#taskRun = taskRun
    this.#renewAt = (taskRun.doc.verifying?.until ?? 0) - (verificationLeaseTime * 2) / 3
  }

  /** Runs work in the same steps, and renews the lease in time between them, without waiting for the store. */
  *keep<Result>(steps: Steps<Result>): Steps<Result> {
    for (;;) {
      const { done, value } = steps.next()
      if (done === true) return value
      const now = this.#context.clock.now()
      if (now >= this.#renewAt) {
        this.#renewAt = now + verificationLeaseTime / 3
        this.#renewing = this.#renewing.then(() => this.#renew(now))
      }
      yield
    }
  }

  /**
   * The task run as this service has last written it: if another service has written it since, this service can no
   * longer write it.
   */
  async taskRun(): Promise<Stored<TaskRunDoc>> {
    await this.#renewing
    return this.#taskRun
  }

  async #renew(now: number): Promise<void> {
    const { store, leases } = this.#context
    const { doc: before, revision } = this.#taskRun
    const doc = { ...before, verifying: { holder: leases.holder, until: now + verificationLeaseTime } }
    try {
      const renewed = await store.commit([update(taskRuns, doc, revision)])
      if (renewed.ok) this.#taskRun = { doc, revision: renewed.revision }
    } catch {
      // If the renewal has taken effect, the result is refused, and this service decides again.
    }
  }
}
