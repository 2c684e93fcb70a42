import type { Report, ReportedCriterion, ReportedRun, ReportedTask } from './model/report.js'

type Kind = 'passed' | 'failure' | 'error' | 'skipped'

interface Case {
  readonly name: string
  readonly kind: Kind
  readonly message?: string
  readonly text?: string
}

interface Suite {
  readonly name: string
  readonly seconds: number
  readonly cases: readonly Case[]
}

/**
 * JUnit XML: a suite for each task run, a case for each criterion. Only what failed is a failure: where a check broke, and
 * where a record was changed, is an error; what could not be told is skipped.
 */
export function formatJunit(report: Report): string {
  const several = report.agents.flatMap(({ runs }) => runs).length > 1
  const suites = report.agents.flatMap(({ name, runs }) =>
    runs.flatMap((run, index) => suitesOf(run, several ? `${name}, run ${index + 1}: ` : '')),
  )
  const title = [...new Set(report.agents.flatMap(({ runs }) => runs.flatMap(({ benchmark }) => benchmark ?? [])))]
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${xml(`carebench report, ${title.join(', ')}`)}" ${countsOf(suites.flatMap(({ cases }) => cases))}>
${suites.map(formatSuite).join('\n')}
</testsuites>
`
}

function suitesOf(run: ReportedRun, prefix: string): readonly Suite[] {
  const tasks = run.tasks.map((task) => ({
    name: `${prefix}${task.name}`,
    seconds: secondsOf(task),
    cases: casesOf(task),
  }))
  if (run.seal.ok) return tasks
  const text = run.seal.changes.map(({ path, message }) => `${path || '/'} ${message}`).join('\n')
  const broken: Case = {
    name: run.file,
    kind: 'error',
    message: 'The record was changed after it was sealed: nothing in it can be relied upon.',
    text,
  }
  return [{ name: `${prefix}seal of the record`, seconds: 0, cases: [broken] }, ...tasks]
}

function casesOf(task: ReportedTask): readonly Case[] {
  if (task.criteria.length > 0) return task.criteria.map(caseOf)
  const status = task.status ?? 'of an unknown status'
  const message = `The task run is ${status}, without results of criteria.`
  if (task.verdict === 'pass') return [{ name: 'verdict', kind: 'passed' }]
  if (task.verdict !== null) return [{ name: 'verdict', kind: 'failure', message: `${task.verdict}. ${message}` }]
  return [{ name: 'verdict', kind: task.status === 'failed' ? 'error' : 'skipped', message }]
}

const kinds: Readonly<Record<ReportedCriterion['outcome'], Kind>> = {
  passed: 'passed',
  failed: 'failure',
  unsupported: 'skipped',
  errored: 'error',
  unread: 'error',
}

function caseOf({ label, axis, guard, outcome, score, weight, details, fields }: ReportedCriterion): Case {
  const wrong = fields.filter(({ passed }) => !passed)
  return {
    name: guard ? `${label} (guard)` : label,
    kind: kinds[outcome],
    message: `${outcome}: ${details}`,
    text: [
      `axis ${axis}, weight ${weight}, score ${score ?? 'none'}`,
      ...wrong.map(
        ({ path, expected, actual, missing }) =>
          `${path || 'the whole value'}: expected ${JSON.stringify(expected)}, found ${missing ? 'nothing (missing)' : JSON.stringify(actual)}`,
      ),
    ].join('\n'),
  }
}

function secondsOf({ startedAt, completedAt }: ReportedTask): number {
  const milliseconds = Date.parse(completedAt ?? '') - Date.parse(startedAt ?? '')
  return Number.isNaN(milliseconds) ? 0 : milliseconds / 1000
}

function formatSuite({ name, seconds, cases }: Suite): string {
  const head = `  <testsuite name="${xml(name)}" ${countsOf(cases)} time="${seconds.toFixed(3)}">`
  return [head, ...cases.map((one) => formatCase(name, one)), '  </testsuite>'].join('\n')
}

function formatCase(suite: string, { name, kind, message = '', text = '' }: Case): string {
  const open = `    <testcase classname="${xml(suite)}" name="${xml(name)}"`
  if (kind === 'passed') return `${open}/>`
  const inside =
    kind === 'skipped'
      ? `<skipped message="${xml(message)}"/>`
      : `<${kind} message="${xml(message)}">${xml(text)}</${kind}>`
  return `${open}>\n      ${inside}\n    </testcase>`
}

function countsOf(cases: readonly Case[]): string {
  const count = (kind: Kind) => cases.filter((one) => one.kind === kind).length
  return `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`
}

/** Text for XML: what XML 1.0 cannot hold is replaced. */
function xml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#9;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\n', '&#10;')
}
