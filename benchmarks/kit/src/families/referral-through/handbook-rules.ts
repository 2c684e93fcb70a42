import type { ReferralOutcome } from '../../clinic/referrals.js'
import { UnfairDrawError } from '../../refusals.js'
import { type Answers, type Facts, isCalled, outcomeFor } from './facts.js'
import { earliest, type Slot } from './slots.js'

/** The result of the handbook for a referral. */
export interface Decision {
  readonly outcome: ReferralOutcome
  /** The slot whose day the request names; null if nothing is requested. */
  readonly requested: Slot | null
  readonly booked: Slot | null
}

/** Applies the handbook to all facts, regardless of the drawn branch. Returns undefined if it does not cover them. */
export function decide(facts: Facts): Decision | undefined {
  const { change, slots, window, finalWindow, half, payerSays, answers, reaction, lastDay, from } = facts
  const isWithdrawn = change?.kind === 'withdrawal'
  if (isWithdrawn && !change.arrives) return { outcome: 'withdrawn', requested: null, booked: null }
  const known = change?.kind === 'window' && !change.arrives ? finalWindow : window
  const requested = earliest(slots, { window: known, half })
  if (requested === undefined) return undefined
  const without = (outcome: ReferralOutcome): Decision => ({ outcome, requested, booked: null })
  if (payerSays === 'denied') return without('denied')
  if (isWithdrawn) return without('withdrawn')
  const within = { window: finalWindow, half, from: requested.day, until: lastDay }
  const offered = earliest(slots, within)
  if (offered === undefined) return undefined
  if (!reaches(answers.mobile) && !reaches(answers.home)) return without('not-reached')
  if (reaction === 'declines') return without('declined')
  if (reaction === 'agrees') return { outcome: 'booked', requested, booked: offered }
  const later = earliest(slots, { ...within, from })
  return later === undefined ? without('no-day') : { outcome: 'booked', requested, booked: later }
}

/** Whether one of two rounds of calls reaches the patient at a number. */
function reaches(answers: Answers): boolean {
  return answers === 'patient' || answers === 'late'
}

/**
 * Throws if the handbook does not lead from the facts to what was drawn, or if days or times of slots could be
 * confused.
 *
 * @throws {@link UnfairDrawError}
 */
export function refuseUndecided(facts: Facts): void {
  const { branch, offered, later, beyond, requested, lastDay, from, slots } = facts
  const decision = decide(facts)
  if (decision === undefined)
    throw new UnfairDrawError('undecided-branch', `drawn ${branch}, and the handbook does not say`)
  if (decision.outcome !== outcomeFor(branch)) {
    throw new UnfairDrawError('undecided-branch', `drawn ${branch}, by the handbook ${decision.outcome}`)
  }
  const booked = branch === 'agreed' ? offered.id : branch === 'other-day' ? later.id : undefined
  if (decision.booked?.id !== booked)
    throw new UnfairDrawError('undecided-branch', `the handbook books ${decision.booked?.id}`)
  if (decision.requested !== null && decision.requested.id !== requested.id) {
    throw new UnfairDrawError('undecided-branch', `the handbook requests the day of ${decision.requested.id}`)
  }
  if (isCalled(facts) && (offered.day >= from || later.day <= offered.day || beyond.day <= lastDay)) {
    throw new UnfairDrawError('distractor-fits', 'the days of the slots do not tell the courses apart')
  }
  const times = slots.map(({ day, time, own }) => `${day} ${time} ${own}`)
  if (new Set(times).size !== times.length) throw new UnfairDrawError('distractor-fits', 'two slots of one time')
}
