import type { PriorAuth } from './prior-auth-row.js'

/**
 * Until when a request has to be decided: 72 hours if it is urgent, else seven days (42 CFR 422.568(b)(1), 422.572(a)).
 */
export function decisionTerm(sentAt: string, isUrgent: boolean): string {
  const hours = isUrgent ? 72 : 7 * 24
  return new Date(Date.parse(sentAt) + hours * 3_600_000).toISOString()
}

/**
 * Until when the payer has to decide a pending request, since it was last sent; null if it is decided or was never
 * sent.
 */
export function decisionDeadline({ status, urgency, history, submitted_at }: PriorAuth): string | null {
  if (status !== 'pending') return null
  const sent = history.findLast(({ event }) => event === 'submitted' || event === 'resubmitted')?.at ?? submitted_at
  return sent === null || Number.isNaN(Date.parse(sent)) ? null : decisionTerm(sent, urgency === 'expedited')
}
