import { formatPercent } from '@carebench/server/dashboard/task'
import { plural } from '@carebench/text'
import type { Agreement } from '../../comparing/agreement.js'
import type { TaskToMend } from '../../comparing/mending.js'
import { describeBaseline, type PeopleSummary } from '../../comparing/people.js'
import type { Review } from '../../runner/results/reviews.js'
import { printable } from '../../terminal/printable.js'
import { formatTable, wrap } from '../../terminal/text-layout.js'

/** The reviews to show, with their agreement and the tasks to mend. */
export interface ShownReviews {
  readonly people: PeopleSummary
  readonly reviews: readonly Review[]
  readonly toMend: readonly TaskToMend[]
}

/** Formats reviews for a terminal. */
export function formatReviews({ people, reviews, toMend }: ShownReviews): string {
  const { readers, agreement } = people
  const scripted = reviews.filter((one) => one.scripted).length
  const undone = reviews.filter((one) => !one.scripted && one.done === null).length
  const lines = [
    readers.length === 0
      ? 'No people yet.'
      : `${plural(reviews.length - scripted, 'review')} by ${plural(readers.length, 'reader')}: ` +
        `${readers.map(printable).join(', ')}${undone === 0 ? '' : `; ${undone} without doing the task`}`,
    ...(scripted === 0 ? [] : [`${plural(scripted, 'review')} by scripts, left out of the figures.`]),
    ...(readers.length === 1 ? ['Agreement needs at least two readers.'] : []),
    ...(readers.length === 0 ? [] : [describeBaseline(people)]),
    ...(agreement.length === 0 ? [] : ['', ...formatAgreement(agreement)]),
    ...(toMend.length === 0 ? [] : ['', 'To mend:', ...toMend.flatMap(formatTask)]),
  ]
  return `${lines.join('\n')}\n`
}

function formatAgreement(agreement: readonly Agreement[]): readonly string[] {
  const rows = agreement.map(({ question, family, tasks, pairs, same, kappa, interval }) => [
    family === null ? question : '',
    family === null ? 'all' : printable(family),
    String(tasks),
    String(pairs),
    formatPercent(same),
    kappa === null ? (pairs === 0 ? '–' : 'all the same') : kappa.toFixed(2),
    interval === null ? '–' : `${interval.low.toFixed(2)} to ${interval.high.toFixed(2)}`,
  ])
  const headings = ['question', 'family', 'tasks', 'pairs', 'same answer', 'kappa', '95 % interval']
  return formatTable(headings, rows).trimEnd().split('\n')
}

function formatTask({ task, reasons, remarks }: TaskToMend): readonly string[] {
  const said = reasons.map(({ reason, readers }) => `${reason}${readers === 1 ? '' : ` (${readers} readers)`}`)
  return [
    `  ${printable(task)}`,
    ...said.flatMap((one) => wrap(printable(one), 4)),
    ...remarks.flatMap((one) => wrap(`“${printable(one.replaceAll(/\s+/g, ' '))}”`, 4)),
  ]
}

const columns = [
  'reader',
  'scripted',
  'at',
  'task',
  'done',
  'instruction',
  'expected',
  'realism',
  'severities',
  'remarks',
]

/** Formats reviews as CSV (RFC 4180). */
export function formatReviewsCsv(reviews: readonly Review[]): string {
  const rows = reviews.map(
    ({ reader, scripted, at, task, done, instruction, expected, realism, severities, remarks }) => [
      ...[reader, String(scripted), at, task, done === null ? 'no' : `${done.agent}/${task}/${done.trial}`],
      ...[instruction, expected, String(realism)],
      severities === null
        ? 'not judged'
        : severities.flatMap((one) => (one.opinion === 'right' ? [] : [`${one.criterion}: ${one.opinion}`])).join('\n'),
      remarks,
    ],
  )
  return [columns, ...rows].map((row) => `${row.map(quoteCell).join(',')}\r\n`).join('')
}

/** Quotes a cell. Text that a spreadsheet would read as a formula gets a leading apostrophe. */
function quoteCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
