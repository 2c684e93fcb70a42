import type { TaskAudit } from '@carebench/protocol'
import { formatScore } from '@carebench/server/dashboard/task'
import { plural } from '@carebench/text'
import { printable } from '../terminal/printable.js'
import type { Style } from '../terminal/style.js'
import { formatTable, wrap } from '../terminal/text-layout.js'
import type { AuditedBenchmark } from './audit-source.js'

const headings = [
  ...['task', 'criteria', 'nothing', 'noise', 'harm', 'by calls', 'counters'],
  ...['solution', 'score', 'mutants noticed'],
]

/** Formats a table of the tasks with their solutions, then the findings of each task, with the fixes. */
export function formatAudit({ name, audit }: AuditedBenchmark, style: Style): string {
  const { tasks, errors, warnings } = audit
  const sum = `${plural(tasks.length, 'task')}, ${plural(errors, 'error')}, ${plural(warnings, 'warning')}`
  return [
    `${style.bold(printable(name))}: ` +
      `${errors > 0 ? style.red(sum) : warnings > 0 ? style.yellow(sum) : style.green(sum)}\n`,
    '\n',
    formatTable(headings, tasks.flatMap(writeRows)),
    '\nnothing, noise: the score of the initial state, and of the state after pointless calls\nharm, by calls, ' +
      'counters: noticed harmful changes to final states, noticed harm by calls, and noticed counterexamples\n' +
      'mutants: copies of the final state of the solution, each with one mistake\n',
    ...tasks.map((task) => formatFindings(task, style)),
    ...tasks.flatMap(({ name: task, solutions }) =>
      solutions.map((solution) => formatSurvivors(task, solution, style)),
    ),
  ].join('')
}

function writeRows({ name, criteria, null_floor, spam_floor, harm, counters, solutions }: TaskAudit): string[][] {
  const task = [
    printable(name),
    String(criteria.length),
    formatScore(null_floor),
    formatScore(spam_floor),
    writeNoticed(harm),
    writeNoticed(harm?.calls),
    counters === undefined || counters.length === 0
      ? nothingToShow
      : `${counters.filter(({ noticed }) => noticed).length} of ${counters.length}`,
  ]
  if (solutions.length === 0) return [[...task, 'none', nothingToShow, nothingToShow]]
  return solutions.map((solution) => [
    ...task,
    printable(solution.name),
    `${formatScore(solution.score)} ${solution.verdict ?? ''}`.trimEnd(),
    `${solution.noticed} of ${solution.mutants}${solution.left_out === 0 ? '' : `, ${solution.left_out} left out`}`,
  ])
}

function writeNoticed(harm: { readonly tried: number; readonly noticed: number } | undefined): string {
  return harm === undefined || harm.tried === 0 ? nothingToShow : `${harm.noticed} of ${harm.tried}`
}

/** Shown where there is nothing to report, like an undecided score. */
const nothingToShow = formatScore(null)

function formatFindings({ name, findings, solutions, counters = [] }: TaskAudit, style: Style): string {
  const refused = [...solutions, ...counters].flatMap((script) =>
    script.refused_calls.map(
      ({ number, method, path, status, reason }) =>
        `call ${number} of ${printable(script.name)} was refused: ${printable(`${method} ${path}`)} ` +
        `${status}${reason === undefined ? '' : `: ${printable(reason)}`}`,
    ),
  )
  if (findings.length === 0 && refused.length === 0) return ''
  const lines = findings.flatMap(({ severity, code, label, message, fix }) => [
    '  ' +
      `${(severity === 'error' ? style.red : style.yellow)(`${severity} ${code}`)}` +
      `${label === null ? '' : ` ${printable(label)}`}`,
    ...wrap(printable(message), 4),
    ...wrap(`Fix: ${printable(fix)}`, 4),
  ])
  return `\n${style.bold(printable(name))}\n${[...lines, ...refused.flatMap((line) => wrap(line, 2))].join('\n')}\n`
}

/** Maximum number of mutants that are listed per solution; `--json` has them all. */
const shownSurvivors = 10

/** Lists mistakes that no criterion noticed; only the author can decide whether they matter. */
function formatSurvivors(
  task: string,
  { name, verdict, survivors }: TaskAudit['solutions'][number],
  style: Style,
): string {
  if (survivors.length === 0) return ''
  const heading = `\n${style.bold(printable(task))}, ${printable(name)}: `
  if (verdict !== 'pass') {
    return `${heading}mistakes that no criterion notices are not listed, since the solution itself does not pass\n`
  }
  const shown = survivors.slice(0, shownSurvivors).flatMap(({ mutant }) => wrap(printable(mutant), 2))
  const more = survivors.length - shownSurvivors
  const lines = more > 0 ? [...shown, `  and ${more} more; --json lists all`] : shown
  return `${heading}mistakes that no criterion notices\n${lines.join('\n')}\n`
}
