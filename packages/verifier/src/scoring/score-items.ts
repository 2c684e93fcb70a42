import { joinAxes, scoreAxes } from './axis-scores.js'
import { checkOptions } from './check-options.js'
import { checkCriteria, findCapping, type ScoredCriterion, scoreTask, type TaskScore } from './score-task.js'
import { capFor, severityFor } from './severity.js'
import { defaultThreshold, verdictFor } from './verdict.js'
import { type ItemScore, isWithoutDecision, type VerifyOptions } from './verification.js'
import { weightedMean } from './weighted-mean.js'

/** The score of a task, and of each of its items. */
export interface TaskAndItemScores extends Omit<TaskScore, 'guardsCount'> {
  /** By key; absent if the task has no items. */
  readonly items?: Readonly<Record<string, ItemScore>>
  /** Whether the guards of an item, or of the whole task, count: false if nothing was gained there. */
  readonly guardsCount: (item: string | undefined) => boolean
}

/** An item with the score of its criteria. */
interface ScoredItem extends TaskScore {
  readonly key: string
  readonly due: boolean
}

/**
 * Scores a task with {@link scoreTask}, or if it has items, each of them in the same way.
 *
 * With items, the score is the mean of the items that are due. The criteria of the whole task have no weight in it, but
 * cap it by their severity, and a broken `critical` criterion of any item, due or not, sets it to 0. `pass` requires at
 * least one item that is due, `pass` for each of them, all criteria of the whole task to pass, and no `critical`
 * criterion of any item to be broken or undecided.
 *
 * @throws {RangeError} as {@link scoreTask}, and if a criterion names none of the items
 */
export function scoreItems(criteria: readonly ScoredCriterion[], options: VerifyOptions = {}): TaskAndItemScores {
  checkOptions(options)
  const { items = [] } = options
  checkKeys(criteria, options)
  if (items.length === 0) {
    const { guardsCount, ...score } = scoreTask(criteria, options)
    return { ...score, guardsCount: () => guardsCount }
  }
  checkCriteria(criteria)
  const own = criteria.filter(({ item }) => item === undefined)
  const scored = items.map(
    ({ key, due }): ScoredItem => ({
      ...scoreTask(
        criteria.filter(({ item }) => item === key),
        options,
      ),
      key,
      due: isDue(due, options.ends_at),
    }),
  )
  const due = scored.filter((item) => item.due)
  const raw = computeMean(due.map(({ raw_score }) => raw_score))
  const gained = due.some((item) => item.guardsCount)
  const counted = own.map((one) => (one.guard ? { ...one, score: gained && one.outcome === 'passed' ? raw : 0 } : one))
  const { cappedBy, cap } = capItems(criteria, new Set(due.map(({ key }) => key)))
  const score = Math.min(computeMean(due.map((item) => item.score)), cap)
  const mayPass =
    due.length > 0 &&
    due.every(({ verdict }) => verdict === 'pass') &&
    own.every(({ outcome }) => outcome === 'passed') &&
    !criteria.some((one) => severityFor(one) === 'critical' && isWithoutDecision(one.outcome))
  const guardsCount = new Map(scored.map((item) => [item.key, item.guardsCount]))
  return {
    score,
    raw_score: raw,
    cappedBy,
    verdict: verdictFor(score, options.pass_threshold ?? defaultThreshold, mayPass),
    axes: joinAxes([...due.map(({ axes }) => axes), scoreAxes(counted, options.axis_weights)], options.axis_weights),
    items: Object.fromEntries(
      scored.map((item) => [item.key, { verdict: item.verdict, score: item.score, due: item.due }]),
    ),
    guardsCount: (item) => (item === undefined ? gained : guardsCount.get(item) === true),
  }
}

function computeMean(scores: readonly number[]): number {
  return weightedMean(scores.map((score) => ({ score, weight: 1 })))
}

/** Returns the broken criteria that cap the score, and the cap that is not already in the scores of the items. */
function capItems(criteria: readonly ScoredCriterion[], due: ReadonlySet<string>) {
  const isCritical = (criterion: ScoredCriterion): boolean => severityFor(criterion) === 'critical'
  const cappedBy = findCapping(criteria, (one) => one.item === undefined || due.has(one.item) || isCritical(one))
  const caps = cappedBy.flatMap((position) => {
    const criterion = criteria[position]
    // A major criterion limits the score of its item alone.
    return criterion && (criterion.item === undefined || isCritical(criterion)) ? [capFor(severityFor(criterion))] : []
  })
  return { cappedBy, cap: Math.min(1, ...caps) }
}

/** Whether an item must be done before the task ends. */
export function isDue(due: string | null | undefined, endsAt: string | null | undefined): boolean {
  return (
    due === undefined ||
    due === null ||
    endsAt === undefined ||
    endsAt === null ||
    Date.parse(due) <= Date.parse(endsAt)
  )
}

function checkKeys(criteria: readonly ScoredCriterion[], { items = [] }: VerifyOptions): void {
  const keys = new Set(items.map(({ key }) => key))
  let index = 0
  for (const { item } of criteria) {
    if (item !== undefined && !keys.has(item)) {
      const known = keys.size === 0 ? 'absent, since the task has no items' : `one of ${[...keys].join(', ')}`
      throw new RangeError(`Expected criteria[${index}].item to be ${known}; got ${JSON.stringify(item)}.`)
    }
    index++
  }
}
