import { plural } from '@carebench/text'
import { createStyle } from '../demo/style.js'
import { printable } from '../printable.js'
import { formatSeal } from '../record-file.js'
import type { Terminal } from '../terminal.js'
import { formatScore, formatTable, wrap } from '../text-layout.js'
import { formatPercent, formatProbability, formatProportion } from './figures.js'
import {
  type Report,
  type ReportedAgent,
  type ReportedComparison,
  type ReportedRun,
  reportedOutcomes,
} from './model/report.js'

/**
 * The summary for a terminal: for one run its tasks and criteria that did not pass, for several the agents and their
 * differences.
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
  if (runs.length === 1 && run !== undefined) lines.push(...formatRun(run, style))
  else lines.push(...formatAgents(agents), ...comparisons.flatMap(formatComparison))
  lines.push(...notes.flatMap((note) => wrap(`Note: ${printable(note)}`, 0)))
  while (lines.at(-1) === '') lines.pop()
  return `${lines.join('\n')}\n`
}

type Style = ReturnType<typeof createStyle>

function formatRun({ benchmark, id, verdict, score, tasks, axes }: ReportedRun, style: Style): readonly string[] {
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
    `verdict  ${paint(verdict ?? 'none (undecided)')}`,
    `score    ${formatScore(score)}`,
    '',
    ...linesOf(formatTable(['task', 'verdict', 'score', 'steps', 'criteria'], rows)),
    '',
    ...linesOf(
      formatTable(
        ['axis', 'score', 'weight'],
        axes.map((axis) => [printable(axis.name), formatScore(axis.score), String(axis.weight)]),
      ),
    ),
    '',
    ...tasks.flatMap(({ name, criteria }) => {
      const wrong = criteria.filter(({ outcome }) => outcome !== 'passed')
      if (wrong.length === 0) return []
      return [
        style.bold(printable(name)),
        ...wrong.flatMap(({ outcome, label, guard, details }) => [
          `  ${outcome.padEnd(11)}  ${printable(label)}${guard ? ' (guard)' : ''}`,
          ...wrap(printable(details), 15),
        ]),
        '',
      ]
    }),
  ]
}

function formatAgents(agents: readonly ReportedAgent[]): readonly string[] {
  const rows = agents.map(({ name, summary }) => {
    const { runs, passed, attempts, undecided, pass_rate, mean_score, repeated } = summary
    const last = repeated.at(-1)
    return [
      printable(name),
      String(runs),
      `${passed} of ${attempts}`,
      formatProportion(pass_rate),
      formatScore(mean_score),
      last === undefined || last.k < 2
        ? '–'
        : `${formatPercent(last.pass_at_k)} / ${formatPercent(last.pass_hat_k)} (k=${last.k})`,
      String(undecided),
    ]
  })
  const headings = ['agent', 'runs', 'passed', 'pass rate, 95 % interval', 'mean score', 'pass@k / pass^k', 'undecided']
  return [...linesOf(formatTable(headings, rows)), '']
}

function formatComparison({
  agents,
  tasks,
  both,
  neither,
  flipped,
  p_value,
  undecided,
}: ReportedComparison): readonly string[] {
  const [first, second] = agents.map(printable)
  return [
    `${first} against ${second}, ${plural(tasks, 'task')}: both pass ${both.length}, neither ${neither.length}, they differ on ${flipped.length}`,
    `  exact McNemar test, two-sided: p = ${formatProbability(p_value)}`,
    ...flipped.map(
      (task) =>
        `  ${printable(task.task_id)}: ${task.passed_by === 'first' ? first : second} passes (${task.first.passed} of ${task.first.attempts} against ${task.second.passed} of ${task.second.attempts})`,
    ),
    ...undecided.map((task) => `  ${printable(task)}: not compared, because one agent has no decided attempt`),
    '',
  ]
}

function linesOf(table: string): readonly string[] {
  return table.trimEnd().split('\n')
}
