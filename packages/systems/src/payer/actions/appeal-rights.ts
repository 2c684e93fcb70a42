import { dayAfter } from '../../policy/calendar.js'
import type { PriorAuth } from '../model/prior-auth-row.js'
import type { PayerState } from '../state.js'

/** Returns how a request that was decided on a day may still be appealed: not at all unless something is denied. */
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

/** Whether a day is after the last one on which a request can be appealed. */
export function isTooLateToAppeal({ appeal_deadline }: PriorAuth, at: string): boolean {
  return appeal_deadline !== null && at.slice(0, 10) > appeal_deadline
}
