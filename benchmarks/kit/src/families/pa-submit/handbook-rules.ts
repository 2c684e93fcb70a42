import { newestThatFits } from '../../builders/authorizations.js'
import { dayFromToday } from '../../clinic/dates.js'
import type { Order } from '../../clinic/orders.js'
import type { Paper } from '../../clinic/papers.js'
import { UnfairDrawError } from '../../refusals.js'
import { type Branch, type Facts, isSent } from './facts.js'

/** The result of the handbook for an order, derived from all facts, regardless of the drawn branch. */
export interface Decision {
  readonly branches: readonly Branch[]
  readonly papers: readonly Paper[]
}

/** Applies the handbook to an order. More than one branch means that the facts leave a choice. */
export function decide(facts: Facts, order: Order): Decision {
  const none = (branch: Branch): Decision => ({ branches: [branch], papers: [] })
  if (facts.calls.some((call) => call.withdraws && call.orderId === order.id && call.age <= order.age))
    return none('order-withdrawn')
  const covering = facts.policies.filter(({ start, end }) => start <= order.serviceDate && order.serviceDate <= end)
  if (covering.length > 1) return { branches: ['approved', 'no-coverage'], papers: [] }
  const [policy] = covering
  if (policy === undefined) return none('no-coverage')
  const base = order.service.requires[policy.payer]
  if (base === null) return none('not-required')
  const now = dayFromToday(0)
  const added = facts.bulletins
    .filter(
      ({ payer, service, from, until }) =>
        payer === policy.payer && service === order.service && from <= now && (until === null || now <= until),
    )
    .map(({ requirement }) => requirement)
  const chosen = [...base, ...added].map((requirement) => newestThatFits(facts.papers, requirement, order))
  if (chosen.includes(undefined)) return none('missing-document')
  return { branches: ['approved', 'pended'], papers: chosen.filter((paper) => paper !== undefined) }
}

/**
 * Throws if the handbook does not lead from the facts to the drawn courses alone, or if two documents of a type that is
 * sent have the same date.
 *
 * @throws {@link UnfairDrawError}
 */
export function refuseUndecided(facts: Facts): void {
  for (const { order, branch, papers } of facts.courses) {
    const decision = decide(facts, order)
    // Whether a request is approved or pended is for the payer to say.
    const decided = isSent(branch)
      ? decision.branches.includes('approved') && decision.branches.includes('pended')
      : decision.branches.length === 1 && decision.branches[0] === branch
    if (!decided) {
      throw new UnfairDrawError(
        'undecided-branch',
        `${order.id}: drawn ${branch}, by the handbook ${decision.branches.join(' or ')}`,
      )
    }
    if (!isSent(branch)) continue
    const right = new Set(papers.map(({ id }) => id))
    const found = decision.papers.map(({ id }) => id)
    if (found.length !== right.size || found.some((id) => !right.has(id))) {
      throw new UnfairDrawError(
        'distractor-fits',
        `${order.id}: drawn ${[...right].join(', ')}, by the handbook ${found.join(', ')}`,
      )
    }
    const ages = facts.papers
      .filter(({ type }) => papers.some((paper) => paper.type === type))
      .map(({ type, age }) => `${type} ${age}`)
    if (new Set(ages).size !== ages.length)
      throw new UnfairDrawError('undecided-branch', `${order.id}: two documents of a type have the same date`)
  }
}
