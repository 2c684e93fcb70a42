import type { Benefit } from '@carebench/x12'
import { periods } from '../../membership/configured-members.js'
import type { ServedPayer } from '../model/served-payer.js'
import type { X12State } from '../state.js'

/**
 * Returns the cost shares as of now: the remaining amounts of deductibles and out-of-pocket maximums, less what the
 * member owes for claims paid in the playground. Claims remitted before are already part of the remaining amount. A
 * claim that was voided, or replaced by one whose decision is reported, no longer counts.
 */
export function accumulated(
  { claims }: X12State,
  { id }: ServedPayer,
  memberId: string,
  shares: readonly Benefit[],
): readonly Benefit[] {
  if (!shares.some(isRemaining)) return shares
  const replaced = new Set<string | undefined>()
  for (const { replaces, status, voids } of claims.values()) {
    if (status !== 'pending' || voids) replaced.add(replaces)
  }
  let owed = 0
  for (const claim of claims.values()) {
    if (replaced.has(claim.claim_number)) continue
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
