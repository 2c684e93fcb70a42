import { claimsPayers, patience } from '../../clinic/claims.js'
import { dayFromToday } from '../../clinic/dates.js'
import { denialReasons, lookAgain } from '../../clinic/handbook-claims.js'
import { UnfairDrawError } from '../../refusals.js'
import type { Course, Facts, OpenClaim, Row, Situation } from './facts.js'

/** Returns the right row of a claim, and whether it needs a call, by the drawn situation. */
export function courseFor(open: OpenClaim): Course {
  const { claim, situation, billedAge, number, decision, rejection, answer } = open
  const row = (status: Row['status'], action: Row['action'], reference = '', followUp = ''): Row => ({
    account: claim.account,
    status,
    action,
    reference,
    followUp,
  })
  const rows: Record<Situation, () => Row> = {
    paid: () => row('paid', 'post', decision?.paymentNumber),
    'paid-elsewhere': () => row('paid', 'trace-payment', answer.told, dayFromToday(lookAgain.trace)),
    denied: () => row('denied', denialReasons[decision?.denial ?? '16'].action, number),
    'in-process': () => row('pending', 'wait', '', dayFromToday(patience - billedAge)),
    promised: () => row('pending', 'wait', answer.told, answer.day ?? ''),
    'records-wanted': () => row('pending', 'send-records', answer.told),
    'paid-today': () => row('pending', 'await-remittance', answer.told, dayFromToday(lookAgain.remittance)),
    'never-received': () => row('not_found', 'send-claim'),
    'past-limit': () => row('not_found', 'ask-supervisor'),
    rejected: () => row('not_found', 'fix-claim', rejection ?? ''),
  }
  const called: readonly Situation[] = ['paid-elsewhere', 'promised', 'records-wanted', 'paid-today']
  return { open, row: rows[situation](), calls: called.includes(situation) }
}

/** Whether the payer knows the claim, but has not decided it by its inquiry response. */
export function isPending({ decision, situation }: OpenClaim): boolean {
  return decision === null && ['in-process', 'promised', 'records-wanted', 'paid-today'].includes(situation)
}

/**
 * Returns the situations that the steps of the handbook find in what systems and payers say: one, unless the facts
 * leave a choice or fit none. Of the drawn situation, it uses only whether the payer knows the claim.
 */
export function listSituations(open: OpenClaim): readonly Situation[] {
  const { decision, rejection, billedAge, serviceAge, answer, claim } = open
  if (decision !== null) {
    if (rejection !== null) return ['denied', 'rejected']
    if (decision.denial !== null) return ['denied']
    return decision.elsewhere ? ['paid-elsewhere'] : ['paid']
  }
  if (isPending(open)) {
    // Within a day of the limit, another way of counting days would change the outcome.
    if (Math.abs(billedAge - patience) <= 1) return ['in-process', 'promised']
    if (billedAge <= patience) return ['in-process']
    if (answer.kind === 'trace' || answer.kind === 'nothing-new') return []
    return [answer.kind]
  }
  if (rejection !== null) return ['rejected']
  const { filingLimit } = claimsPayers[claim.member.payer]
  if (Math.abs(serviceAge - filingLimit) <= 1) return ['never-received', 'past-limit']
  return serviceAge < filingLimit ? ['never-received'] : ['past-limit']
}

/**
 * Throws if the handbook does not lead from the facts to only the drawn situation, or if two claims share a number.
 *
 * @throws {@link UnfairDrawError}
 */
export function refuseUndecided({ courses, lookAlikes }: Facts): void {
  const all = [...courses.map(({ open }) => open), ...lookAlikes.map(({ open }) => open)]
  for (const open of all) {
    const found = listSituations(open)
    if (found.length !== 1 || found[0] !== open.situation) {
      throw new UnfairDrawError(
        'undecided-branch',
        `${open.claim.account}: drawn ${open.situation}, by the handbook ${found.join(' or ')}`,
      )
    }
  }
  const numbers = all.flatMap(({ claim, number, decision, answer }) => [
    claim.account,
    claim.member.memberId,
    number,
    answer.callReference,
    ...(decision === null ? [] : [decision.paymentNumber]),
  ])
  if (new Set(numbers).size !== numbers.length) {
    throw new UnfairDrawError('distractor-fits', 'two claims share a number')
  }
}
