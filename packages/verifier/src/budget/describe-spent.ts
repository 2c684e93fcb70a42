import { comparisonLimits, type WorkBudget, workLimits } from './work-budget.js'

/** Returns the sentence on a criterion whose {@link WorkBudget} is spent. */
export function describeSpent({ isEnded }: Pick<WorkBudget, 'isEnded'> = { isEnded: false }): string {
  if (isEnded) {
    const limit = showCount(comparisonLimits.perCriterion)
    return `It takes more than ${limit} comparisons of what it expects with the values of the records.`
  }
  return (
    `Its texts are too long: reading them for this criterion takes more than ${showCount(workLimits.perCriterion)} ` +
    'characters, counted once per question.'
  )
}

function showCount(count: number): string {
  // Not by `toLocaleString`: its first use takes tens of milliseconds.
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
