import { formatInstant } from '@carebench/protocol'
import { allDocuments, type WebhookDeliveryDoc, webhookDeliveries } from '@carebench/service'
import { insert, type Store, update } from '@carebench/store'

/** What was told of a sandbox: for those who own its run, and to go on with after a restart. */
export class Deliveries {
  readonly #store: Store
  readonly #sandboxId: string
  readonly #now: () => number

  constructor(store: Store, sandboxId: string, now: () => number) {
    this.#store = store
    this.#sandboxId = sandboxId
    this.#now = now
  }

  /** All of them. */
  read(): Promise<readonly WebhookDeliveryDoc[]> {
    return allDocuments(this.#store, webhookDeliveries, { name: 'sandbox', value: this.#sandboxId })
  }

  /** Stores the last request of a webhook. Rejects if the storage cannot be reached; then record it again. */
  async record(delivery: Omit<WebhookDeliveryDoc, 'created_at' | 'sandbox_id' | 'at'>): Promise<void> {
    const at = formatInstant(this.#now())
    for (;;) {
      const stored = await this.#store.get(webhookDeliveries, delivery.id)
      const doc = { ...delivery, sandbox_id: this.#sandboxId, created_at: stored?.doc.created_at ?? at, at }
      const write = stored ? update(webhookDeliveries, doc, stored.revision) : insert(webhookDeliveries, doc)
      if ((await this.#store.commit([write])).ok) return
    }
  }
}
