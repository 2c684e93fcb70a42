import type { WebhookReport } from '@carebench/server/channels'
import type { ServiceLogEvent } from '@carebench/service'

/** What the log says of a webhook, without its URL and contents; a failure is one that will not be tried again. */
export function webhookEvent({ type, webhookId, attempt, outcome, reason }: WebhookReport): {
  readonly event: ServiceLogEvent
  readonly isFailure: boolean
} {
  const isFailure = outcome === 'dropped'
  const why = reason === undefined ? '' : `: ${reason}`
  const message = `Webhook ${type} ${webhookId} ${outcome} at request ${attempt}${why}.`
  return { event: { level: isFailure ? 'error' : 'info', message }, isFailure }
}
