import type { FhirJson, TaskSession } from '@carebench/client'
import type { ReferralOutcome, Study } from '../../clinic/referrals.js'
import type { Flaws } from '../../desk/flaws.js'

/** A referral as the agent sees it. */
export interface ReferralCase {
  readonly session: TaskSession
  readonly flaws: Flaws
  readonly patient: FhirJson
  readonly item: FhirJson
  readonly order: FhirJson
  readonly doctor: FhirJson
  readonly study: Study
}

/** A slot as the chart has it, with its day and time in Central time. */
export interface OpenSlot {
  readonly slot: FhirJson
  readonly day: string
  readonly time: string
}

/** The outcome of a referral, with the visit and its confirmation number, if any. */
export interface Settled {
  readonly outcome: ReferralOutcome
  readonly visit?: OpenSlot
  readonly confirmation?: string
}
