import { countUntried } from '../run/baseline.js'
import { faultLines } from '../run/fault-lines.js'
import { type Outcome, outcomes } from '../run/outcome.js'
import type { Report, Result } from '../run/report.js'
import { countSections } from './section-table.js'

/** Formats text in a color, or leaves it unchanged. */
export interface Paint {
  bold(text: string): string
  dim(text: string): string
  green(text: string): string
  yellow(text: string): string
  red(text: string): string
}

function plain(text: string) {
  return text
}

/** Leaves texts unchanged. */
export const noPaint: Paint = { bold: plain, dim: plain, green: plain, yellow: plain, red: plain }

/** Options of {@link formatTerminal}. */
export interface TerminalOptions {
  /** Default: no colours. */
  readonly paint?: Paint
  /** True: list each requirement that was not tested, instead of each cause. */
  readonly all?: boolean
}

/** Maximum number of values shown for a failure besides the first. */
const maxFaults = 3

const short: Readonly<Record<Outcome, string>> = {
  passed: 'passed',
  failed: 'failed',
  warned: 'warned',
  untestable: 'untestable',
  'not-applicable': 'n/a',
  'not-observable': 'unseen',
}

/** Formats a report: a table by section, then each failure with the request, the response and the expectation. */
export function formatTerminal(report: Report, { paint = noPaint, all = false }: TerminalOptions = {}): string {
  const lines: string[] = ['', paint.bold(`${printable(report.target)}, profile ${report.profile}`), '']
  const sections = countSections(report)
  const width = Math.max(...sections.map(({ section }) => section.length), 7)
  const columns = outcomes.filter((outcome) => report.counts[outcome] > 0)
  lines.push(paint.dim(`${'section'.padEnd(width)}  ${columns.map((column) => short[column].padStart(12)).join('')}`))
  const row = (title: string, counts: Readonly<Record<Outcome, number>>) =>
    `${title.padEnd(width)}  ${columns
      .map((outcome) => {
        const text = (counts[outcome] === 0 ? '·' : String(counts[outcome])).padStart(12)
        return counts[outcome] === 0 ? paint.dim(text) : colour(paint, outcome)(text)
      })
      .join('')}`
  for (const { section, counts } of sections) lines.push(row(section, counts))
  lines.push(paint.dim('─'.repeat(width + 2 + columns.length * 12)), row('all', report.counts), '')
  const wrong = report.results.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned')
  for (const result of wrong) lines.push(...failureLines(report, result, paint))
  if (all) {
    for (const { id, outcome, cause } of report.results.filter(
      (result) => !['passed', 'failed', 'warned'].includes(result.outcome),
    )) {
      lines.push(`${paint.dim(short[outcome].padEnd(11))}${id}  ${paint.dim(printable(cause ?? ''))}`)
    }
    if (lines.at(-1) !== '') lines.push('')
  } else {
    lines.push(...causeLines(report, paint))
  }
  for (const { property, message, seed, script } of report.findings) {
    lines.push(
      paint.red(`FOUND  ${printable(property)}`),
      `       ${printable(message)}`,
      paint.dim(`       seed ${seed}`),
      ...script.split('\n').map((line) => `       ${printable(line)}`),
      '',
    )
  }
  for (const id of report.staleBaseline)
    lines.push(paint.red(`STALE  ${id} no longer fails: remove it from the baseline.`))
  for (const left of report.leftovers) lines.push(paint.yellow(`LEFT   ${printable(left)} could not be removed.`))
  if (report.interrupted) lines.push(paint.yellow('The run was interrupted; its resources were deleted or archived.'))
  const known = wrong.filter(({ known: isKnown }) => isKnown).length
  const counts = outcomes
    .filter((outcome) => report.counts[outcome] > 0)
    .map((outcome) => colour(paint, outcome)(`${report.counts[outcome]} ${outcome}`))
  const seconds = (report.milliseconds / 1000).toFixed(1)
  lines.push(
    `${counts.join(', ')}${known === 0 ? '' : ` (${known} known)`} · ${report.requests} requests in ${seconds} s`,
  )
  const untried = countUntried(report)
  if (untried > 0) {
    const what = untried === 1 ? '1 requirement was' : `${untried} requirements were`
    lines.push(paint.yellow(`${what} not tried${all ? '' : '; list with --all'}.`))
  }
  return `${lines.join('\n')}\n`
}

/** Lists why requirements were not tested, each cause once. */
function causeLines({ results }: Report, paint: Paint): readonly string[] {
  const counts = new Map<string, number>()
  for (const { outcome, cause } of results) {
    if (outcome === 'untestable' && cause) counts.set(cause, (counts.get(cause) ?? 0) + 1)
  }
  if (counts.size === 0) return []
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  return [...sorted.map(([cause, count]) => paint.dim(`${count} untestable: ${printable(cause)}`)), '']
}

function failureLines(
  report: Report,
  { id, section, level, statement, cause, outcome, known, checks }: Result,
  paint: Paint,
): string[] {
  const mark = outcome === 'warned' ? paint.yellow('WARN') : known ? paint.yellow('KNOWN') : paint.red('FAIL')
  const first = checks.find(({ passed }) => !passed)
  const exchanges = (first?.exchanges ?? [])
    .slice(-2)
    .flatMap((number) => report.exchanges.filter((exchange) => exchange.number === number))
  return [
    `${mark.padEnd(5)} ${paint.bold(id)}  ${paint.dim(`${section}, ${level}`)}`,
    `      ${statement}`,
    `      ${paint.dim('wrong')}     ${printable(cause ?? '')}`,
    ...otherFaults(checks).map((fault) => `      ${paint.dim('also')}      ${printable(fault)}`),
    ...exchanges.flatMap((exchange) => [
      `      ${paint.dim('sent')}      ` +
        printable(`${exchange.method} ${exchange.target}${showStart(exchange.requestBody)}`),
      `      ${paint.dim('came')}      ` +
        `${printable(`${exchange.status ?? exchange.failure} ${exchange.body.slice(0, 300)}`)}`,
    ]),
    ...(first === undefined ? [] : [`      ${paint.dim('scenario')}  ${first.scenario}`]),
    '',
  ]
}

/** Lists the faults after the first one, which the cause of the result already names. */
function otherFaults(checks: Result['checks']): readonly string[] {
  return faultLines(checks, maxFaults + 1).slice(1)
}

function colour(paint: Paint, outcome: Outcome): (text: string) => string {
  if (outcome === 'passed') return paint.green
  if (outcome === 'failed') return paint.red
  return outcome === 'warned' ? paint.yellow : paint.dim
}

/** Replaces control characters, which a terminal would interpret, by U+FFFD. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
}

function showStart(body: string | null): string {
  return body === null ? '' : ` ${body.slice(0, 200)}`
}
