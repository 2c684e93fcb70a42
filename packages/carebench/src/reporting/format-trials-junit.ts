import { formatScore } from '@carebench/server/dashboard/task'
import type { RunFolder } from '../files/run-folder.js'
import { readVerdict } from '../runner/results/undecided.js'
import { type DescribedTrial, describeTrials, missedCriteria, whyUnscored } from './described-trials.js'
import { formatJunit, type JunitCase } from './junit.js'

/**
 * Formats results folders as JUnit XML: a suite for each agent, a case for each trial. A trial that did not pass is a
 * failure that names its criteria; an undecided trial is skipped with the undecided criteria. An unscored trial is an
 * error if infrastructure broke it, and skipped if it was not tried or was interrupted.
 */
export function formatTrialsJunit(folders: readonly RunFolder[]): string {
  const suites = folders.flatMap((folder) => {
    const trials = describeTrials(folder)
    return folder.agents.map((agent) => {
      const cases = trials.filter(({ key }) => key.agent === agent).map((trial) => toCase(folder, trial))
      const name = folders.length > 1 ? `${folder.path}: ${agent}` : agent
      return { name, seconds: cases.reduce((sum, { seconds = 0 }) => sum + seconds, 0), cases }
    })
  })
  const benchmarks = [...new Set(folders.map(({ benchmark }) => benchmark))]
  return formatJunit({ name: `carebench run, ${benchmarks.join(', ')}`, suites })
}

function toCase(folder: RunFolder, trial: DescribedTrial): JunitCase {
  const { key, result, last } = trial
  const name = `${key.task}, trial ${key.trial}`
  if (result === undefined) {
    const broken = last?.ended.startsWith('infra/') === true
    return { name, outcome: broken ? 'error' : 'skipped', type: 'unscored', seconds: 0, message: whyUnscored(trial) }
  }
  const seconds = result.time.wall_ms / 1000
  if (result.verdict === 'pass') return { name, outcome: 'passed', seconds }
  const criteria = missedCriteria(folder, result) ?? []
  const verdict = readVerdict(result)
  const { kind, reason, message } = result.ended
  const isHandedIn = kind === 'completed' && reason === 'done'
  const end = `The agent ended with ${kind}/${reason}${message === undefined ? '.' : `: ${message}`}`
  const why = verdict === 'undecided' ? `. ${criteria[0]?.details}` : ''
  const count = criteria.length === 1 ? '1 criterion' : `${criteria.length} criteria`
  return {
    name,
    outcome: verdict === 'undecided' ? 'skipped' : 'failure',
    type: verdict,
    seconds,
    message:
      `${verdict}, score ` +
      `${formatScore(result.score)}${criteria.length === 0 ? '' : `: ${count} not passed`}` +
      `${isHandedIn ? '' : `. ${end}`}${why}`,
    text: [end, ...criteria.map(({ label, outcome, details }) => `${outcome}: ${label}\n  ${details}`)].join('\n'),
  }
}
