import {
  type ComparedPair,
  type CountedHarms,
  countEvents,
  describeCap,
  describeChance,
  formatChance,
  formatEvents,
  formatHarms,
  formatMarks,
  formatMean,
  formatPercent,
  formatPoints,
  formatProbability,
  formatProportion,
  formatScore,
  formatScoreDifference,
  hasChance,
  maxDescribedAgents,
  meaningOfSafety,
  type ReportedTask,
  reportedOutcomes,
} from '@carebench/server/dashboard/task'
import { plural } from '@carebench/text'
import { formatSeal } from '../files/record-file.js'
import { printable } from '../terminal/printable.js'
import { createStyle } from '../terminal/style.js'
import type { Terminal } from '../terminal/terminal.js'
import { formatTable, wrap } from '../terminal/text-layout.js'
import type { Report, ReportedAgent, ReportedRun } from './model/report.js'
import { formatUndecided, listUndecided, meaningOfUndecided } from './undecided-rates.js'

/**
 * Formats the summary for a terminal: of one run, the tasks and the criteria that did not pass; of several runs, the
 * agents and their differences.
 */
export function formatTerminal({ intact, agents, comparisons, notes }: Report, terminal: Terminal): string {
  const style = createStyle(terminal)
  const runs = agents.flatMap((agent) => agent.runs)
  const [run] = runs
  const lines: string[] = []
  for (const { file, seal } of intact ? [] : runs.filter((candidate) => !candidate.seal.ok)) {
    lines.push(
      style.red(style.bold('CHANGED  A record was changed after it was sealed: do not rely on it.')),
      `  ${printable(file)}`,
    )
    lines.push(...formatSeal(seal).map((line) => `  ${printable(line)}`), '')
  }
  if (intact) lines.push(runs.length === 1 ? 'seal     intact' : `seals    all ${runs.length} intact`, '')
  if (runs.length === 1 && run !== undefined) lines.push(...formatRun(run, style), ...agents.flatMap(formatCritical))
  else lines.push(...formatAgents(agents), ...formatComparisons(agents, comparisons))
  lines.push(...notes.flatMap((note) => wrap(`Note: ${printable(note)}`, 0)))
  while (lines.at(-1) === '') lines.pop()
  return `${lines.join('\n')}\n`
}

type Style = ReturnType<typeof createStyle>

function formatRun(
  { benchmark, id, verdict, score, tasks, axes, ...counted }: ReportedRun,
  style: Style,
): readonly string[] {
  const rows = tasks.map(({ name, verdict: taskVerdict, score: earned, trajectory, criteria }) => [
    printable(name),
    taskVerdict ?? 'none',
    formatScore(earned),
    trajectory.logged ? String(trajectory.steps.length) : '–',
    reportedOutcomes
      .map((outcome) => ({ outcome, count: criteria.filter((criterion) => criterion.outcome === outcome).length }))
      .filter(({ count }) => count > 0)
      .map(({ outcome, count }) => `${count} ${outcome}`)
      .join(', '),
  ])
  const paint = verdict === 'pass' ? style.green : verdict === 'fail' ? style.red : style.yellow
  return [
    style.bold(printable(`${benchmark ?? 'A run'}${id === null ? '' : `  ${id}`}`)),
    `verdict  ${paint(verdict ?? 'none (unscored)')}`,
    `score    ${formatScore(score)}`,
    ...formatHarmLines(counted, 9),
    '',
    ...splitLines(formatTable(['task', 'verdict', 'score', 'steps', 'criteria'], rows)),
    '',
    ...splitLines(
      formatTable(
        ['axis', 'score', 'weight'],
        axes.map((axis) => [printable(axis.name), formatScore(axis.score), String(axis.weight)]),
      ),
    ),
    '',
    ...tasks.flatMap((task) => {
      const wrong = task.criteria.filter(({ outcome }) => outcome !== 'passed')
      if (wrong.length === 0) return []
      const cap = describeCap(task)
      return [
        style.bold(printable(task.name)),
        ...(cap === null ? [] : wrap(`  score ${printable(cap)}`, 0)),
        ...formatCriteria(wrong, task.items),
        '',
      ]
    }),
  ]
}

/** Formats criteria that did not pass; if the task has items, below the verdict and score of each item. */
function formatCriteria(
  wrong: ReportedTask['criteria'],
  items: NonNullable<ReportedTask['items']> = [],
): readonly string[] {
  const linesOfItem = (key: string | undefined): readonly string[] =>
    wrong
      .filter(({ item }) => item === key)
      .flatMap((criterion) => [
        `  ${criterion.outcome.padEnd(11)}  ${printable(criterion.label)}${printable(formatMarks(criterion))}`,
        ...wrap(printable(criterion.details), 15),
      ])
  return [
    ...items.flatMap(({ key, label, verdict, score, due }) => [
      `  ${verdict.padEnd(11)}  ${formatScore(score)}  ${printable(label)}${due ? '' : ' (not due, does not count)'}`,
      ...linesOfItem(key).map((line) => `  ${line}`),
    ]),
    ...linesOfItem(undefined),
  ]
}

/** Formats one line for the harm done, and one for work left undone or not right, with labels as wide as `width`. */
function formatHarmLines({ harms, leftUndone }: CountedHarms, width: number): readonly string[] {
  const rows = [
    ['harm', formatHarms(harms)],
    ['left undone or not right', formatHarms(leftUndone)],
  ] as const
  return rows.flatMap(([label, text]) =>
    text === null ? [] : [`${label.padEnd(width)}${' '.repeat(label.length < width ? 0 : 2)}${printable(text)}`],
  )
}

/** The width of the labels of figures on safety. */
const safetyWidth = 'critical work left undone or not right  '.length

/**
 * Formats the critical failures of an agent with a single run, without rates, because one run says too little about
 * others.
 */
function formatCritical({ summary }: ReportedAgent): readonly string[] {
  const { attempts, unknown } = summary.critical_failures
  if (attempts === null) return []
  return [
    `${'critical failures, task runs'.padEnd(safetyWidth)}${countEvents(attempts)}` +
      `${unknown === 0 ? '' : `; ${unknown} not known`}`,
    `critical work left undone or not right  ${countEvents(summary.critical_omissions.attempts)}`,
    '',
  ]
}

/** Formats the completion under policy, the critical failures and the harms of an agent. */
function formatSafety(agent: ReportedAgent): readonly string[] {
  const { summary } = agent
  const harm = formatHarmLines(agent, safetyWidth).map((line) => `  ${line}`)
  if (summary.runs === 1)
    return [...formatCritical(agent).flatMap((line) => (line === '' ? [] : [`  ${line}`])), ...harm, '']
  const { completion_under_policy, critical_failures, critical_omissions, clusters } = summary
  const { attempts, tasks, unknown } = critical_failures
  return [
    `  ${'completed under policy'.padEnd(safetyWidth)}${formatProportion(completion_under_policy)}, ` +
      `${plural(clusters, 'cluster')}`,
    '  ' +
      `${'critical failures, task runs'.padEnd(safetyWidth)}${formatEvents(attempts)}` +
      `${unknown === 0 ? '' : `; ${unknown} not known`}`,
    `  ${'critical failures, tasks'.padEnd(safetyWidth)}${formatEvents(tasks)}`,
    `  critical work left undone or not right  ${formatEvents(critical_omissions.attempts)}`,
    ...harm,
    '',
  ]
}

/** Formats the safety of many agents, one row each. */
function formatSafetyTable(agents: readonly ReportedAgent[]): readonly string[] {
  const rows = agents.map(({ name, summary, harms, leftUndone }) => [
    printable(name),
    formatProportion(summary.completion_under_policy),
    countEvents(summary.critical_failures.attempts),
    countEvents(summary.critical_omissions.attempts),
    printable(formatHarms(harms) ?? 'none'),
    printable(formatHarms(leftUndone) ?? 'none'),
  ])
  const headings = [
    'agent',
    'completed under policy',
    'critical failures',
    'critical undone or not right',
    'harm',
    'undone or not right',
  ]
  return splitLines(formatTable(headings, rows))
}

function formatAgents(agents: readonly ReportedAgent[]): readonly string[] {
  const rows = agents.map(({ name, summary, undecided: open }) => {
    const { runs, passed, attempts, undecided: unscored, pass_rate, mean_score, repeated, clusters } = summary
    const last = repeated.at(-1)
    return [
      printable(name),
      String(runs),
      `${passed} of ${attempts}`,
      formatProportion(pass_rate),
      formatMean(mean_score),
      last === undefined || last.k < 2
        ? '–'
        : `${formatPercent(last.pass_at_k?.value ?? null)} / ${formatProportion(last.pass_hat_k)} (k=${last.k})`,
      String(clusters),
      String(unscored),
      formatUndecided(open),
    ]
  })
  const headings = [
    'agent',
    'runs',
    'passed',
    'pass rate, 95 % interval',
    'mean score',
    'pass@k / pass^k',
    'clusters',
    'unscored',
    'undecided',
  ]
  const families = agents.flatMap(({ name, undecided }) => listUndecided(printable(name), undecided))
  const judged = agents.filter(({ summary }) => summary.completion_under_policy !== null)
  return [
    ...splitLines(formatTable(headings, rows)),
    '',
    ...(families.length === 0 ? [] : [...families, ...wrap(meaningOfUndecided, 0), '']),
    ...(agents.length > maxDescribedAgents
      ? [...formatSafetyTable(judged), '']
      : judged.flatMap((agent) => [printable(agent.name), ...formatSafety(agent)])),
    ...(judged.some(({ summary }) => summary.runs > 1) ? [...wrap(meaningOfSafety, 0), ''] : []),
  ]
}

/**
 * Formats each pair of agents; with many agents, whose pairs would be hundreds, only each agent against the one with
 * the highest pass rate.
 */
function formatComparisons(agents: readonly ReportedAgent[], comparisons: readonly ComparedPair[]): readonly string[] {
  if (agents.length <= maxDescribedAgents) return comparisons.flatMap(formatComparison)
  const rateOf = ({ summary }: ReportedAgent): number => summary.pass_rate?.value ?? -1
  const best = agents.reduce((most, agent) => (rateOf(agent) > rateOf(most) ? agent : most))
  const rows = comparisons.flatMap(({ agents: [first, second], tasks, pass_rate_difference: difference }) => {
    const other = first === best.name ? second : second === best.name ? first : undefined
    if (other === undefined) return []
    if (difference === null) return [[printable(other), '–', '–']]
    const { value, low, high, p_value } = difference
    const mirrored = first === best.name ? { ...difference, value: -value, low: -high, high: -low } : difference
    return [[printable(other), formatPoints(mirrored), hasChance(tasks) ? formatProbability(p_value) : '–']]
  })
  const testable = comparisons.filter(({ tasks }) => hasChance(tasks)).length
  const chance = testable === 0 ? 'The agents have too few tasks in common for p-values.' : describeChance(testable)
  return [
    ...splitLines(formatTable(['agent', `pass rate minus that of ${printable(best.name)}`, 'p-value'], rows)),
    '',
    ...wrap(`${chance} --html and --json have all pairs.`, 0),
    '',
  ]
}

function formatComparison({
  agents,
  tasks,
  clusters,
  pass_rate_difference,
  mean_score_difference,
  both,
  neither,
  flipped,
  p_value,
  undecided,
}: ComparedPair): readonly string[] {
  const [first, second] = agents.map(printable)
  return [
    `${first} against ${second}, ${plural(tasks, 'task')}: both pass ${both.length}, neither ${neither.length}, ` +
      `they differ on ${flipped.length}`,
    ...(pass_rate_difference === null || mean_score_difference === null
      ? []
      : [
          `  pass rate: ${formatPoints(pass_rate_difference)}, ${plural(clusters, 'cluster')}, ` +
            `${formatChance(pass_rate_difference.p_value, tasks)}`,
          '  mean score: ' +
            `${formatScoreDifference(mean_score_difference)}` +
            `${hasChance(tasks) ? `, ${formatProbability(mean_score_difference.p_value)}` : ''}`,
        ]),
    ...(hasChance(tasks) ? [`  exact McNemar test of majorities, two-sided: ${formatProbability(p_value)}`] : []),
    ...flipped.map(
      (task) =>
        `  ${printable(task.task_id)}: ${task.passed_by === 'first' ? first : second} passes (${task.first.passed} ` +
        `of ${task.first.attempts} against ${task.second.passed} of ${task.second.attempts})`,
    ),
    ...undecided.map((task) => `  ${printable(task)}: not compared, because one agent has no decided attempt`),
    '',
  ]
}

function splitLines(table: string): readonly string[] {
  return table.trimEnd().split('\n')
}
