import type { PriorAuth } from './prior-auth-row.js'

/**
 * Returns the deadline for a decision: 72 hours after `sentAt` if the request is expedited, else seven days (42 CFR
 * 422.568(b)(1), 422.572(a)).
 */
export function decisionTerm(sentAt: string, urgency: PriorAuth['urgency']): string {
  const hours = urgency === 'expedited' ? 72 : 7 * 24
  return new Date(Date.parse(sentAt) + hours * 3_600_000).toISOString()
}

/**
 * Returns the deadline for the decision on a pending request, counted from its last submission; null if it is decided
 * or was never sent. If it was expedited later, the deadline is 72 hours after that, but never later than the first
 * deadline.
 */
export function decisionDeadline({ status, urgency, history, submitted_at }: PriorAuth): string | null {
  if (status !== 'pending') return null
  const sent = history.findLast(({ event }) => event === 'submitted' || event === 'resubmitted')?.at ?? submitted_at
  if (sent === null || Number.isNaN(Date.parse(sent))) return null
  const expedited = history.findLast(({ event }) => event === 'expedited')?.at
  if (urgency === 'standard' || expedited === undefined || Date.parse(expedited) <= Date.parse(sent)) {
    return decisionTerm(sent, urgency)
  }
  const [first = null] = [decisionTerm(sent, 'standard'), decisionTerm(expedited, 'expedited')].sort()
  return first
}
