import type { WebhookReport } from '@carebench/server/channels'
import type { ServiceLogEvent } from '@carebench/service'

/**
 * Returns the log entry of a webhook, without its URL and contents. Only a webhook that will not be retried is a
 * failure.
 */
export function webhookEvent({ type, webhookId, attempt, outcome, reason }: WebhookReport): {
  readonly event: ServiceLogEvent
  readonly isFailure: boolean
} {
  const isFailure = outcome === 'dropped'
  const why = reason === undefined ? '' : `: ${reason}`
  const message = `Webhook ${type} ${webhookId} ${outcome} at request ${attempt}${why}.`
  return { event: { level: isFailure ? 'error' : 'info', message }, isFailure }
}
