import type { Benefit } from '@carebench/x12'
import { periods } from '../membership/configured-members.js'
import type { ServedPayer } from './served-payer.js'
import type { X12State } from './state.js'

/**
 * Cost sharing as of now: what remains of a deductible or an out-of-pocket maximum, less what the member owes for the claims that
 * the payer has paid in the playground. Claims that were remitted before are part of what remained then.
 */
export function accumulated(
  { claims }: X12State,
  { id }: ServedPayer,
  memberId: string,
  shares: readonly Benefit[],
): readonly Benefit[] {
  if (!shares.some(isRemaining)) return shares
  let owed = 0
  for (const claim of claims.values()) {
    if (claim.member_id !== memberId || claim.payer_id !== id || claim.status !== 'paid') continue
    owed += claim.decision?.patient_responsibility ?? 0
  }
  return shares.map((share) =>
    isRemaining(share)
      ? { ...share, amount: Math.max(0, Math.round(((share.amount ?? 0) - owed) * 100) / 100) }
      : share,
  )
}

function isRemaining({ period }: Benefit): boolean {
  return period === periods.remaining
}
