import type { Review } from '../runner/results/reviews.js'
import type { TrialResult } from '../runner/results/trial-result.js'
import { selectReviews } from './agreement.js'

/** A task that people have found fault with. */
export interface TaskToMend {
  readonly task: string
  /** Readers who reviewed it. */
  readonly readers: number
  /** Their objections, each with the number of readers who raised it. */
  readonly reasons: readonly { readonly reason: string; readonly readers: number }[]
  /** Their remarks in free text. */
  readonly remarks: readonly string[]
}

/** Maximum rating of realism at which a task counts as far from real work. */
const unreal = 2

/** Lists the tasks to mend, those with most findings first. Ignores scripted readers. */
export function listTasksToMend(
  reviews: readonly Review[],
  results: readonly Pick<TrialResult, 'key' | 'isolation' | 'ended'>[],
): readonly TaskToMend[] {
  const findings = selectReviews(reviews).map((review) => ({
    ...{ task: review.task, reader: review.reader, remarks: review.remarks },
    reasons: reasonsIn(review),
  }))
  const disputes = results
    .filter(({ isolation, ended }) => isolation === 'person' && ended.reason === 'disputed')
    .map(({ key, ended }) => ({
      ...{ task: key.task, reader: key.agent, remarks: ended.message ?? '' },
      reasons: ['cannot be right'],
    }))
  const tasks = [...new Set([...findings, ...disputes].map(({ task }) => task))]
  const listed = tasks.map((task) => {
    const own = [...findings, ...disputes].filter((one) => one.task === task)
    const counted = new Map<string, number>()
    for (const reason of own.flatMap(({ reasons }) => reasons)) counted.set(reason, (counted.get(reason) ?? 0) + 1)
    return {
      task,
      readers: findings.filter((one) => one.task === task).length,
      reasons: [...counted].map(([reason, readers]) => ({ reason, readers })).toSorted((a, b) => b.readers - a.readers),
      remarks: own.flatMap(({ remarks }) => (remarks === '' ? [] : [remarks])),
    }
  })
  const weightOf = ({ reasons }: TaskToMend) => reasons.reduce((sum, { readers }) => sum + readers, 0)
  return listed.filter(({ reasons }) => reasons.length > 0).toSorted((a, b) => weightOf(b) - weightOf(a))
}

function reasonsIn({ instruction, expected, severities, realism }: Review): readonly string[] {
  return [
    ...(instruction === 'unclear' ? ['instruction unclear'] : []),
    ...(expected === 'right' ? [] : [`expected work ${expected}`]),
    ...(severities ?? []).flatMap(({ criterion, severity, opinion }) =>
      opinion === 'right' ? [] : [`${severity} is ${opinion.replace('_', ' ')}: ${criterion}`],
    ),
    ...(realism <= unreal ? ['far from work'] : []),
  ]
}
