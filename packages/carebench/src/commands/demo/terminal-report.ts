import type { JsonValue, Verdict } from '@carebench/protocol'
import { formatScore } from '@carebench/server/dashboard/task'
import type { Style } from '../../terminal/style.js'
import { lineWidth, wrap } from '../../terminal/text-layout.js'
import { type Report, type ReportedCheck, type ReportedTask, readAxes } from './report.js'

/** Formats the report of a run for a terminal of about 100 columns; `command` is the command that starts carebench. */
export function formatReport(report: Report, style: Style, command: string): string {
  const lines = [rule(style), style.bold(`Result of the ${report.agent} agent on ${report.benchmark}`), '']
  for (const task of report.tasks) lines.push(...formatTask(task, style), '')
  lines.push(...formatAxes(report, style), '')
  lines.push(`${pad('score', 14)}${style.bold(formatScore(report.score))}`)
  lines.push(`${pad('verdict', 14)}${formatVerdict(report.verdict, style)}`, '')
  if (report.scored) lines.push(...formatScored(report, style), '')
  lines.push(...formatReading(report, style, command))
  return `${lines.join('\n')}\n`
}

function formatTask(task: ReportedTask, style: Style): string[] {
  const head = `${style.bold(task.name)}   ${formatVerdict(task.verdict, style)} ${formatScore(task.score)}`
  const columns = `  ${pad('result', 9)}${pad('score', 7)}${pad('weight', 8)}${pad('axis', 13)}criterion`
  const rows = task.checks.flatMap((check) => formatCheck(check, style))
  const notes = explainScore(task).flatMap((note) => wrap(note, 2))
  return [head, style.dim(columns), ...rows, ...notes.map(style.dim)]
}

/** Explains what the rows do not show: guards that count 0, and a score capped by broken criteria. */
function explainScore({ score, checks, completion }: ReportedTask): string[] {
  const { rawScore = score, cappedBy = [] } = completion
  const notes: string[] = []
  if (rawScore === 0 && checks.some(({ guard }) => guard)) {
    notes.push('Nothing that the task asks for was achieved, so its guards count 0 too.')
  }
  if (score < rawScore) {
    const broken = completion.checks
      .filter(({ criterionId }) => cappedBy.includes(criterionId))
      .map(({ label }) => JSON.stringify(label))
    notes.push(
      `The score is ${formatScore(rawScore)}, limited to ${formatScore(score)} because this is broken: ` +
        `${broken.join(', ')}.`,
    )
  }
  return notes
}

function formatCheck(check: ReportedCheck, style: Style): string[] {
  const label = check.guard ? `${check.label} ${style.dim('(guard)')}` : check.label
  const numbers = `${pad(formatScore(check.score), 7)}${pad(String(check.weight), 8)}${pad(check.axis, 13)}`
  const row = `  ${colourFor(check.result, style)(pad(check.result, 9))}${numbers}${label}`
  if (check.result === 'pass') return [row]
  const failure = check.firstFailure
  if (failure === null) return [row, ...wrap(check.details ?? 'no explanation', 11).map(style.dim)]
  const actual = failure.missing === true ? 'nothing there' : show(failure.actual)
  return [
    row,
    ...wrap(`${failure.path || '(value)'}: expected ${show(failure.expected)}, got ${actual}`, 11).map(style.dim),
  ]
}

function formatAxes(report: Report, style: Style): string[] {
  const rows = Object.entries(readAxes(report.tasks)).map(
    ([axis, { score, weight }]) => `  ${pad(axis, 14)}${pad(formatScore(score), 8)}${weight}`,
  )
  return [style.dim(`  ${pad('axis', 14)}${pad('score', 8)}weight`), ...rows]
}

/** Formats a scored run side by side: what the agent sees, and what only the organization sees. */
function formatScored(report: Report, style: Style): string[] {
  const task = report.tasks.find(({ checks }) => checks.some(({ result }) => result !== 'pass')) ?? report.tasks[0]
  const index = task?.checks.findIndex(({ result }) => result !== 'pass') ?? -1
  const shownCheck = task?.completion.checks[Math.max(0, index)]
  const known = task?.checks[Math.max(0, index)]
  if (shownCheck === undefined || known === undefined) return []
  return [
    style.bold('This run was scored: the agent gets results without reasons. One check in both views:'),
    style.dim('  to the agent'),
    ...wrap(JSON.stringify(shownCheck), 4),
    style.dim('  to the organization'),
    ...wrap(known.details ?? 'no explanation', 4),
    ...(known.firstFailure === null ? [] : wrap(JSON.stringify(known.firstFailure), 4)),
  ]
}

function formatReading({ agent, benchmark }: Report, style: Style, command: string): string[] {
  const [name = benchmark] = benchmark.split('@')
  return [
    style.bold('The full evidence of each criterion'),
    `  ${style.bold(`${command} run ${name} --agent ${agent}`)}`,
    '  does the same and writes pages that show every call, change and criterion.',
  ]
}

function formatVerdict(verdict: Verdict | null, style: Style): string {
  return verdict === null ? style.dim('none') : colourFor(verdict, style)(verdict)
}

function colourFor(result: Verdict, style: Style): (text: string) => string {
  return { pass: style.green, partial: style.yellow, fail: style.red }[result]
}

function show(value: JsonValue): string {
  const text = JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}

function rule(style: Style): string {
  return style.dim('─'.repeat(lineWidth))
}

function pad(text: string, length: number): string {
  return text.padEnd(length)
}
