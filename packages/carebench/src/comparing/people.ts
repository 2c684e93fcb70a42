import { formatProportion } from '@carebench/server/dashboard/task'
import { plural } from '@carebench/text'
import { type Proportion, summarizeRuns } from '@carebench/verifier'
import type { RunFolder } from '../files/run-folder.js'
import type { Review } from '../runner/results/reviews.js'
import { type Agreement, measureAgreement, selectReviews } from './agreement.js'

/** The reviews and trials of people on the tasks of a benchmark. Scripts in place of people are not counted. */
export interface PeopleSummary {
  /** The names of people who have reviewed or done tasks. */
  readonly readers: readonly string[]
  /** The number of reviews, counting only the last one of each task by each reader. */
  readonly reviews: number
  readonly agreement: readonly Agreement[]
  /** Null until two readers have done tasks. */
  readonly baseline: HumanBaseline | null
}

export interface HumanBaseline {
  readonly readers: number
  readonly trials: number
  readonly passed: number
  readonly pass_rate: Proportion | null
}

/** Minimum number of readers for a baseline. */
const minReaders = 2

/** Summarizes the reviews and the trials of people in folders of one benchmark. */
export function summarizePeople(
  folders: readonly Pick<RunFolder, 'scored' | 'lock'>[],
  reviews: readonly Review[],
): PeopleSummary {
  const selected = selectReviews(reviews)
  const trials = folders.flatMap(({ scored, lock }) =>
    scored
      .filter(({ isolation }) => isolation === 'person')
      .map((result) => ({ result, reader: nameReader(lock.agents[result.key.agent]?.identity, result.key.agent) })),
  )
  const workers = new Set(trials.map(({ reader }) => reader))
  const runs = trials.map(({ result: { key, verdict, score, broken, left_undone = null } }) => ({
    task_runs: [{ task_id: key.task, verdict, score, broken, left_undone }],
  }))
  const { passed, pass_rate } = summarizeRuns(runs)
  return {
    readers: [...new Set([...selected.map(({ reader }) => reader), ...workers])].sort(),
    reviews: selected.length,
    agreement: measureAgreement(reviews),
    baseline: workers.size < minReaders ? null : { readers: workers.size, trials: trials.length, passed, pass_rate },
  }
}

function nameReader(identity: unknown, agent: string): string {
  const { reader } = (identity ?? {}) as { readonly reader?: unknown }
  return typeof reader === 'string' ? reader : agent
}

/** Returns the sentences about people for the card of a benchmark. */
export function describePeople({ readers, reviews, agreement, baseline }: PeopleSummary): readonly string[] {
  if (readers.length === 0) return ['No people yet: nobody has read the tasks, and there is no human baseline.']
  const whole = agreement.filter(({ family, same }) => family === null && same !== null)
  const agreed = whole.map(({ question, same, kappa, interval }) => {
    const range = interval === null ? '' : `, ${interval.low.toFixed(2)} to ${interval.high.toFixed(2)}`
    const chance = kappa === null ? 'all answers are the same' : `kappa ${kappa.toFixed(2)}${range}`
    return `${question} ${Math.round((same ?? 0) * 100)} % the same (${chance})`
  })
  return [
    `${plural(reviews, 'review')} by people.`,
    whole.length === 0 ? 'Agreement needs at least two readers.' : `Readers agree: ${agreed.join('; ')}.`,
    describeBaseline({ baseline }),
  ]
}

/** Returns a sentence about the human baseline. */
export function describeBaseline({ baseline }: Pick<PeopleSummary, 'baseline'>): string {
  if (baseline === null) return 'No human baseline yet: it needs at least two readers who did tasks.'
  const { passed, trials, readers, pass_rate } = baseline
  return (
    `Human baseline: ${passed} of ${plural(trials, 'trial')} by ${readers} readers pass: ` +
    `${formatProportion(pass_rate)}.`
  )
}
