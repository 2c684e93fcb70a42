import type { WebhookDelivery } from '@carebench/protocol'
import type { WebhookDeliveryDoc } from './wired-sandboxes.js'

/** The name of `delivered` in earlier versions. */
const formerOutcome = 'told'

/** Reads a webhook in the form that the owners of its sandbox see. */
export function readDelivery({ created_at: _, sandbox_id: __, ...delivery }: WebhookDeliveryDoc): WebhookDelivery {
  const outcome: string = delivery.outcome
  return outcome === formerOutcome ? { ...delivery, outcome: 'delivered' } : delivery
}
