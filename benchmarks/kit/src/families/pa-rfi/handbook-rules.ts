import { newestThatFits } from '../../builders/authorizations.js'
import type { Paper } from '../../clinic/papers.js'
import { replyDays } from '../../clinic/requests-handbook.js'
import { UnfairDrawError } from '../../refusals.js'
import { type Facts, isReplied, outcomeFor } from './facts.js'

/** The result of the handbook for a returned request, derived from all facts. */
export interface Decision {
  readonly outcome: ReturnType<typeof outcomeFor>
  /** The document of the chart for each missing type; undefined if none fits. */
  readonly found: readonly (Paper | undefined)[]
}

/** Applies the handbook to the facts, regardless of the drawn branch. */
export function decide(facts: Facts): Decision {
  const { returned, policy, requirements, outside } = facts
  const days = policy.payer in replyDays ? replyDays[policy.payer as keyof typeof replyDays] : 0
  if (returned.asked > days) return { outcome: 'overdue', found: [] }
  const found = returned.missing.map((type) => {
    const requirement = requirements.find((one) => one.type === type)
    return requirement === undefined ? undefined : newestThatFits(facts.papers, requirement, facts.order)
  })
  const lacking = found.filter((paper) => paper === undefined).length
  const comes = outside?.answer === 'sends' && outside.delay < 86_400 ? 1 : 0
  return { outcome: lacking > comes ? 'not-obtainable' : 'approved', found }
}

/**
 * Throws if the handbook does not lead from the facts to the drawn course alone, if two documents of a type have the
 * same date, or if the practice's document is too old.
 *
 * @throws {@link UnfairDrawError}
 */
export function refuseUndecided(facts: Facts): void {
  const { branch, right, papers, requirements, outside } = facts
  const { outcome, found } = decide(facts)
  if (outcome !== outcomeFor(branch)) {
    throw new UnfairDrawError('undecided-branch', `drawn ${branch}, by the handbook ${outcome}`)
  }
  if (branch === 'overdue') return
  const chart = found.flatMap((paper) => (paper === undefined ? [] : [paper.id]))
  if (
    isReplied(branch) &&
    [...chart].sort().join() !==
      right
        .map(({ id }) => id)
        .sort()
        .join()
  ) {
    throw new UnfairDrawError(
      'distractor-fits',
      `drawn ${right.map(({ id }) => id).join()}, by the handbook ${chart.join()}`,
    )
  }
  const ages = papers.map(({ type, age }) => `${type} ${age}`)
  if (new Set(ages).size !== ages.length)
    throw new UnfairDrawError('undecided-branch', 'two documents of a type have the same date')
  const limit = requirements.find(({ type }) => type === outside?.type)?.days
  if (outside !== null && limit !== undefined && outside.paper.age >= limit) {
    throw new UnfairDrawError('undecided-branch', 'the document of the practice is too old when it comes')
  }
}
