import { formatInstant } from '@carebench/protocol'
import { allDocuments, playgrounds, type WebhookDeliveryDoc, webhookDeliveries } from '@carebench/service'
import { insert, type Store, update } from '@carebench/store'

/** The deliveries of a sandbox: shown to the owners of its run, and continued after a restart. */
export class Deliveries {
  readonly #store: Store
  readonly #sandboxId: string
  readonly #now: () => number

  constructor(store: Store, sandboxId: string, now: () => number) {
    this.#store = store
    this.#sandboxId = sandboxId
    this.#now = now
  }

  /** Reads all deliveries. */
  read(): Promise<readonly WebhookDeliveryDoc[]> {
    return allDocuments(this.#store, webhookDeliveries, { name: 'sandbox', value: this.#sandboxId })
  }

  /**
   * Stores the last request of a webhook; does nothing if the sandbox has been deleted. Rejects if the storage cannot
   * be reached; record it again in that case.
   */
  async record(delivery: Omit<WebhookDeliveryDoc, 'created_at' | 'sandbox_id' | 'at'>): Promise<void> {
    const at = formatInstant(this.#now())
    const ofSandbox = { name: 'sandbox', value: this.#sandboxId }
    for (;;) {
      const [found] = (await this.#store.page(playgrounds, { filter: ofSandbox, limit: 1 })).docs
      const playground = found && (await this.#store.get(playgrounds, found.id))
      if (playground === undefined) return
      const stored = await this.#store.get(webhookDeliveries, delivery.id)
      const doc = { ...delivery, sandbox_id: this.#sandboxId, created_at: stored?.doc.created_at ?? at, at }
      const write = stored ? update(webhookDeliveries, doc, stored.revision) : insert(webhookDeliveries, doc)
      // Writes the playground unchanged, so that a concurrent deletion that has already looked for records fails
      // instead of missing this one.
      const touch = update(playgrounds, playground.doc, playground.revision)
      if ((await this.#store.commit([touch, write])).ok) return
    }
  }
}
