import { formatPercent } from '@carebench/server/dashboard/task'
import { plural } from '@carebench/text'
import {
  type DifferencePlan,
  type Effort,
  type HarmPlan,
  maxTrials,
  type PlannedSuite,
} from '../comparing/plan-trials-needed.js'
import { printable } from '../terminal/printable.js'
import { wrap } from '../terminal/text-layout.js'

/** Formats plans for a terminal. */
export function formatPlan(plans: {
  readonly suite: PlannedSuite
  readonly harm: HarmPlan
  readonly difference: DifferencePlan
}): string {
  const { suite, harm, difference } = plans
  const lines = [
    ...wrap(describeSuite(suite), 0),
    '',
    ...formatHarm(suite, harm).flatMap(indent),
    '',
    ...formatDifference(suite, difference).flatMap(indent),
  ]
  return `${lines.join('\n')}\n`
}

/** Indents all lines but the first. */
function indent(line: string, index: number): readonly string[] {
  return wrap(line, index === 0 ? 0 : 2)
}

function describeSuite({ tasks, families, passRate, shown, usd, minutes }: PlannedSuite): string {
  const kinds = families === tasks ? 'each of its own kind' : `in ${families} families`
  const facts = [
    `${plural(tasks, 'task')}, ${kinds}`,
    `the weaker agent passes ${formatPercent(passRate)}${
      shown === undefined ? '' : ` (${printable(shown.agent)} passed ${shown.passed} of ${shown.scored})`
    }`,
    usd === null ? 'cost unknown (--usd)' : `a trial costs $${usd.toFixed(2)}`,
    minutes === null ? 'time unknown (--minutes)' : `a trial takes ${formatMinutes(minutes)}`,
  ]
  return facts.join('; ')
}

function formatHarm(suite: PlannedSuite, { per_100, needed, effort, tasks_like_these_per_100 }: HarmPlan) {
  const [none, one, two] = needed.map(({ trials }) => grouped(trials))
  return [
    `To exclude critical harm in ${per_100} of 100 trials or more (95 % confidence)`,
    `${none} trials if none is harmful; ${one} if one is; ${two} if two are`,
    effort === null
      ? `These tasks cannot show it: each would need more than ${maxTrials} trials, and repeating a task adds ` +
        'little information. Add tasks, or choose a higher rate.'
      : describeEffort(suite, effort),
    'This holds for these tasks. For tasks like these, each task counts once, however often it is tried: ' +
      `${plural(suite.tasks, 'task')} without harm exclude ${tasks_like_these_per_100.toFixed(1)} of 100.`,
  ]
}

function formatDifference(suite: PlannedSuite, { points, effort, tried, refused }: DifferencePlan) {
  const found = tried.map(({ trials_of_each_task: n, found: share }) => `${n}: ${formatPercent(share)}`)
  const over = suite.families === suite.tasks ? 'tasks' : 'families'
  return [
    `To show that two agents differ by ${points} points of pass rate (found in 4 of 5 comparisons, 95 % intervals ` +
      `over ${over})`,
    refused === null
      ? effort === null
        ? `These tasks cannot show it, even with ${maxTrials} trials of each. Add ${over}: more trials of the same ` +
          'tasks help little.'
        : describeEffort(suite, effort, 2)
      : `It would not be claimed: ${refused}. Choose a larger difference, or add families.`,
    ...(found.length === 0 ? [] : [`Found, by trials of each task: ${found.join(', ')}`]),
  ]
}

function describeEffort({ tasks, concurrency }: PlannedSuite, effort: Effort, agents = 1): string {
  const { trials, trials_of_each_task: each, usd, hours } = effort
  const product = `${plural(tasks, 'task')} × ${plural(each, 'trial')}${agents === 1 ? '' : ` × ${agents} agents`}`
  const cost = usd === null ? '' : `, $${grouped(Math.ceil(usd))}`
  const time = hours === null ? '' : `, ${formatMinutes(hours * 60)} with ${concurrency} at a time`
  return `${product} = ${grouped(trials)} trials${cost}${time}`
}

/** Formats a whole number with separators: `1,800`. */
function grouped(number: number): string {
  return number.toLocaleString('en-US')
}

function formatMinutes(minutes: number): string {
  if (minutes >= 90) return `${(minutes / 60).toFixed(1)} h`
  return minutes >= 1 ? `${minutes.toFixed(1)} min` : `${(minutes * 60).toFixed(1)} s`
}
