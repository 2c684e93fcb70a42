import { dayAfter } from '../../policy/calendar.js'
import type { PriorAuth } from '../model/prior-auth-row.js'
import type { PayerState } from '../state.js'

/**
 * Returns how many appeal levels are left after a decision, and the last day to file; both null unless something is
 * denied. The deadline is also null if no level is left or the payer has no time limit.
 */
export function appealRights(
  { appeals }: PayerState,
  { status, appeal_level }: Pick<PriorAuth, 'status' | 'appeal_level'>,
  at: string,
): Pick<PriorAuth, 'appeals_left' | 'appeal_deadline'> {
  if (status !== 'denied' && status !== 'partially_approved') return { appeals_left: null, appeal_deadline: null }
  const left = Math.max(0, appeals.levels - appeal_level)
  const isLimited = appeals.days !== undefined && left > 0
  return { appeals_left: left, appeal_deadline: isLimited ? dayAfter(at.slice(0, 10), appeals.days) : null }
}

/** Whether the appeal deadline of a request has passed. */
export function isTooLateToAppeal({ appeal_deadline }: PriorAuth, at: string): boolean {
  return appeal_deadline !== null && at.slice(0, 10) > appeal_deadline
}
