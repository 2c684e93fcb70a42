import type { WebhookDelivery } from '@carebench/protocol'
import type { WebhookDeliveryDoc } from './wired-sandboxes.js'

/** What `delivered` was called by versions before this one. */
const formerOutcome = 'told'

/** Reads a webhook as the owners of its sandbox see it. */
export function readDelivery({ created_at: _, sandbox_id: __, ...delivery }: WebhookDeliveryDoc): WebhookDelivery {
  const outcome: string = delivery.outcome
  return outcome === formerOutcome ? { ...delivery, outcome: 'delivered' } : delivery
}
