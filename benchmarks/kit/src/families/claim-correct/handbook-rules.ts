import { correctionLimits } from '../../clinic/claims.js'
import type { SentClaim } from '../../clinic/claims-records.js'
import { countUnits, findVisit, therapyCharge, visitCharges } from '../../clinic/handbook-corrections.js'
import { UnfairDrawError } from '../../refusals.js'
import type { Course, Facts } from './facts.js'

/** The result of the handbook for a claim: what to send, or why nothing is sent. */
type Decision =
  | { readonly send: SentClaim; readonly outcome: 'replaced' | 'resent' }
  | { readonly send: null; readonly outcome: 'not-supported' | 'no-authorization' | 'too-late' }

/**
 * Applies the steps of the handbook to the facts of a claim, regardless of the drawn branch. `memberId` is the number
 * in the chart.
 */
export function decide(course: Course, memberId: string): Decision {
  const { sent, denial, deniedAge, serviceAge, notes, authorizations } = course
  if (denial === null) return { send: { ...sent, member: { ...sent.member, memberId } }, outcome: 'resent' }
  if (deniedAge > correctionLimits[sent.member.payer]) return { send: null, outcome: 'too-late' }
  if (denial.reason === '197') {
    const fitting = authorizations.filter(
      (one) => one.approved && one.code === sent.code && one.serviceAge === serviceAge && one.member === sent.member,
    )
    const [only] = fitting
    if (only === undefined) return { send: null, outcome: 'no-authorization' }
    if (fitting.length > 1)
      throw new UnfairDrawError('distractor-fits', `${sent.account}: ${fitting.length} authorizations fit`)
    return { send: { ...sent, authorizationNumber: only.number }, outcome: 'replaced' }
  }
  const signed = notes.filter(({ final, age }) => final && age === serviceAge)
  const [note] = signed
  if (signed.length > 1) throw new UnfairDrawError('distractor-fits', `${sent.account}: ${signed.length} notes fit`)
  const missing = { send: null, outcome: 'not-supported' } as const
  if (note === undefined) return missing
  const { minutes, diagnosis, place } = note
  switch (denial.reason) {
    case '11':
      return diagnosis === null ? missing : { send: { ...sent, diagnoses: [diagnosis.code] }, outcome: 'replaced' }
    case '16': {
      if (minutes === null) return missing
      const units = countUnits(minutes)
      if (units === 0) return missing
      return { send: { ...sent, units, charge: units * therapyCharge }, outcome: 'replaced' }
    }
    case '5':
      return { send: { ...sent, placeOfService: place }, outcome: 'replaced' }
    case '150': {
      if (minutes === null) return missing
      const code = findVisit(minutes)
      if (code === undefined) return missing
      return { send: { ...sent, code, charge: visitCharges[code] }, outcome: 'replaced' }
    }
  }
}

/**
 * Throws if the handbook does not lead from the facts to what was drawn, if a correction changes nothing, if a denial
 * is within a day of the time limit, or if two records share a number.
 *
 * @throws {@link UnfairDrawError}
 */
export function refuseUndecided({ courses, lookAlikes }: Facts): void {
  for (const course of courses) {
    const { sent, corrected, outcome, deniedAge, denial, branch } = course
    const { account, member } = sent
    const memberId = (corrected ?? sent).member.memberId
    const decision = decide(course, memberId)
    if (decision.outcome !== outcome || JSON.stringify(decision.send) !== JSON.stringify(corrected)) {
      throw new UnfairDrawError('undecided-branch', `${account}: drawn ${branch}, by the handbook ${decision.outcome}`)
    }
    if (corrected !== null && JSON.stringify(corrected) === JSON.stringify(sent)) {
      throw new UnfairDrawError('undecided-branch', `${account}: the correction changes nothing`)
    }
    // Within a day of the limit, another way of counting days would change the outcome.
    if (denial !== null && Math.abs(deniedAge - correctionLimits[member.payer]) <= 1) {
      throw new UnfairDrawError('undecided-branch', `${account}: denied at the limit`)
    }
  }
  const numbers = [
    ...courses.flatMap(({ sent, number, paymentNumber, authorizations }) => [
      sent.account,
      sent.member.memberId,
      number,
      paymentNumber,
      ...authorizations.map((one) => one.number),
    ]),
    ...lookAlikes.flatMap(({ member, claim, authorization }) => [member.memberId, claim.account, authorization.number]),
  ]
  if (new Set(numbers).size !== numbers.length)
    throw new UnfairDrawError('distractor-fits', 'two records share a number')
}
