import {
  formatChance,
  formatPoints,
  formatProbability,
  formatProportion,
  formatScore,
  formatScoreDifference,
} from '@carebench/server/dashboard/task'
import { plural } from '@carebench/text'
import type {
  AgentChange,
  BeforeAndAfter,
  ComparedItems,
  ComparedTask,
  FamilyComparison,
  RunComparison,
} from '../comparing/comparison.js'
import { printable } from '../terminal/printable.js'
import { wrap } from '../terminal/text-layout.js'
import { explainDifferences } from './lock-words.js'

/** Formats a comparison for a terminal. */
export function formatComparison({
  benchmark,
  folders,
  new_tasks,
  missing_tasks,
  agents,
  new_agents,
  notes,
}: RunComparison): string {
  const common = agents[0]?.tasks.length ?? 0
  const lines = [
    `${printable(benchmark)}, ${common} ${common === 1 ? 'task' : 'tasks'} in both runs`,
    `baseline ${folders.baseline}`,
    `now      ${folders.candidate}`,
    ...new_tasks.map((task) => `not in the baseline: ${printable(task)}`),
    ...missing_tasks.map((task) => `only in the baseline: ${printable(task)}`),
    ...agents.flatMap(formatAgent),
    ...new_agents.flatMap((agent) => ['', `${printable(agent)}: not compared, because the baseline has no such agent`]),
    ...notes.flatMap((note) => ['', ...wrap(`Note: ${printable(note)}`, 0)]),
  ]
  return `${lines.join('\n')}\n`
}

/** Returns a function that formats the probability of a difference over these tasks by chance. */
function chanceOver(tasks: readonly ComparedTask[]): (p: number) => string {
  const tested = tasks.filter(({ change }) => change !== 'undecided').length
  return (p) => formatChance(p, tested)
}

/**
 * Like {@link chanceOver}, for families: the test swaps families instead of tasks, so fewer than six cannot have a
 * small p-value either.
 */
function chanceOverFamilies({ scored_families: families }: FamilyComparison): (p: number) => string {
  return (p) => formatChance(p, families, 'family')
}

function formatAgent(change: AgentChange): readonly string[] {
  const { agents, differs, by_family, items, tasks, newly_critical } = change
  const { pass_rate_difference, mean_score_difference } = by_family ?? change
  const over =
    by_family === undefined || by_family.scored_families < 2 ? '' : ` over ${by_family.scored_families} families`
  const chanceOf = by_family === undefined ? chanceOver(tasks) : chanceOverFamilies(by_family)
  const named = (kind: ComparedTask['change'], label: string) =>
    tasks
      .filter((task) => task.change === kind)
      .map(({ task, baseline, candidate }) =>
        row(
          label,
          `${printable(task)}: ${baseline.passed} of ${baseline.scored} passed → ${candidate.passed} of ` +
            `${candidate.scored}`,
        ),
      )
  return [
    '',
    agents.baseline === agents.candidate
      ? printable(agents.candidate)
      : `${printable(agents.candidate)}, with ${printable(agents.baseline)} as its baseline`,
    ...(differs.length === 0
      ? []
      : wrap(`another agent than in the baseline: ${printable(explainDifferences(differs))}`, 2)),
    ...(change.surface.baseline === change.surface.candidate
      ? []
      : [
          row(
            'surface',
            arrow(change.surface, (surface) => surface ?? 'not known'),
          ),
        ]),
    row(
      'scored',
      arrow(change.scored, (count, side) => `${count} of ${change.planned[side]}`),
    ),
    row('pass rate', arrow(change.pass_rate, formatProportion)),
    ...(pass_rate_difference === null
      ? []
      : [row('', `${formatPoints(pass_rate_difference)}${over}, ${chanceOf(pass_rate_difference.p_value)}`)]),
    row(
      'score',
      arrow(change.mean_score, (mean) => formatScore(mean?.value ?? null)),
    ),
    ...(mean_score_difference === null
      ? []
      : [
          row('', `${formatScoreDifference(mean_score_difference)}${over}, ${chanceOf(mean_score_difference.p_value)}`),
        ]),
    ...(by_family === undefined ? [] : formatFamilies(by_family)),
    ...(items === undefined ? [] : formatItemChange(items)),
    row(
      'cost',
      formatChange(change.cost_per_trial_usd, (usd) => `$${usd.toFixed(usd < 1 ? 4 : 2)}`, 'a trial'),
    ),
    row('time', formatChange(change.wall_ms, formatSeconds, 'a trial, median')),
    row('', `${arrow(change.wall_ms_quartiles, formatQuartiles)}, 25th to 75th percentile`),
    row(
      'critical',
      arrow(change.critical_trials, (count, side) => {
        const acts = change.critical_act_trials[side]
        return (
          `${plural(count, 'trial')}` +
          `${count === 0 ? '' : ` (${acts} by an act, ${count - acts} left undone or not right)`}`
        )
      }),
    ),
    ...newly_critical.map((task) => row('', `newly at ${printable(task)}`)),
    row(
      'major',
      arrow(change.major_act_trials, (count) => `${plural(count, 'trial')} by an act`),
    ),
    ...named('broke', 'pass → fail'),
    ...named('fixed', 'fail → pass'),
    ...named('undecided', 'not compared'),
    ...wrap(formatRegression(change), 2),
  ]
}

function formatItemChange(items: ComparedItems): readonly string[] {
  const { pass_rate_difference: difference } = items
  return [
    row(
      'items',
      arrow(items, ({ passed, due }) => `${passed} of ${due}`),
    ),
    ...(difference === null
      ? []
      : [row('', `${formatPoints(difference)}, ${formatChance(difference.p_value, items.candidate.tasks)}`)]),
  ]
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

function formatQuartiles([low, high]: readonly [low: number | null, high: number | null]): string {
  return low === null || high === null ? 'unknown' : `${formatSeconds(low)} to ${formatSeconds(high)}`
}

function formatFamilies({ families, claim }: FamilyComparison): readonly string[] {
  const width = Math.max(...families.map(({ family }) => printable(family).length))
  return [
    ...families.map(({ family, tasks, baseline, candidate, pass_rate_difference: difference }, index) =>
      row(
        index === 0 ? 'families' : '',
        `${printable(family).padEnd(width)}  ${tasks} ${tasks === 1 ? 'task' : 'tasks'}: ${baseline.passed} of ` +
          `${baseline.scored} → ${candidate.passed} of ` +
          `${candidate.scored}${difference === null ? '' : `, ${formatPoints(difference)}`}`,
      ),
    ),
    ...wrap(claims[claim], 2),
  ]
}

const claims: Readonly<Record<FamilyComparison['claim'], string>> = {
  difference: 'The pass rates differ on work like this, beyond chance.',
  none: 'No significant difference: the interval over families contains 0.',
  too_small:
    'No significant difference: it is under 10 points, and with fewer than 24 families the interval is not ' +
    'reliable enough for that.',
  unscored: 'No significant difference: fewer than two families have scored trials of both.',
}

function formatRegression({ regression }: AgentChange): string {
  const { found, passes, critical, significance, reasons } = regression
  if (found) return `REGRESSION: ${reasons.join('; ')}`
  const [fewer, more] = [passes, critical].map(formatProbability)
  return (
    `no regression beyond chance (fewer passes: ${fewer}; more critical criteria broken: ${more}; a regression needs ` +
    `p ≤ ${significance / 2})`
  )
}

function row(label: string, text: string): string {
  return `  ${label.padEnd(12)}  ${text}`
}

function arrow<Value>(
  { baseline, candidate }: BeforeAndAfter<Value>,
  format: (value: Value, side: keyof BeforeAndAfter<Value>) => string,
): string {
  return `${format(baseline, 'baseline')} → ${format(candidate, 'candidate')}`
}

function formatChange(figures: BeforeAndAfter<number | null>, format: (value: number) => string, of: string): string {
  const { baseline, candidate } = figures
  const shown = arrow(figures, (value) => (value === null ? 'unknown' : format(value)))
  if (baseline === null || candidate === null || baseline === 0) return `${shown} ${of}`
  const percent = ((candidate - baseline) / baseline) * 100
  const sign = percent < 0 ? '−' : '+'
  return `${shown} ${of} (${sign}${Math.abs(percent).toFixed(0)} %)`
}
