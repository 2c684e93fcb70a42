import { remittancesPage } from '../clinic/handbook-remittances.js'
import { referralPages } from '../clinic/referrals-handbook.js'
import type { Family } from '../family.js'
import type { FlawedWorker } from '../ladder/flaws.js'
import { referralThrough } from './referral-through/family.js'
import { remitPost } from './remit-post/family.js'
import { workRemitPost } from './remit-post/ladder.js'

/** A family that no split has yet: its instances are not validated, or nobody has solved them from the handbook alone. */
export interface Draft {
  readonly family: Family
  /** Its pages of the handbook, by path; the clinic gets them with the family. */
  readonly pages: Readonly<Record<string, string>>
  /** Its worker of the rungs A2 to A6, once it has one. */
  readonly worker?: FlawedWorker
}

export const drafts: readonly Draft[] = [
  { family: remitPost, pages: { 'handbook/remittances.txt': remittancesPage() }, worker: workRemitPost },
  { family: referralThrough, pages: referralPages() },
]
