import type { ReportedCriterion, ReportedTask } from '@carebench/server/dashboard/task'
import { type JunitCase, type JunitSuite, formatJunit as writeJunit } from './junit.js'
import type { Report, ReportedRun } from './model/report.js'

/**
 * Formats the report as JUnit XML: a suite for each task run, a case for each criterion. Only a failed criterion is a
 * failure; a check that failed with an error, and a changed record, are errors; undecided criteria are skipped.
 */
export function formatJunit(report: Report): string {
  const several = report.agents.flatMap(({ runs }) => runs).length > 1
  const suites = report.agents.flatMap(({ name, runs }) =>
    runs.flatMap((run, index) => listSuites(run, several ? `${name}, run ${index + 1}: ` : '')),
  )
  const title = [...new Set(report.agents.flatMap(({ runs }) => runs.flatMap(({ benchmark }) => benchmark ?? [])))]
  return writeJunit({ name: `carebench report, ${title.join(', ')}`, suites })
}

function listSuites(run: ReportedRun, prefix: string): readonly JunitSuite[] {
  const tasks = run.tasks.map((task) => ({
    name: `${prefix}${task.name}`,
    seconds: countSeconds(task),
    cases: listCases(task),
  }))
  if (run.seal.ok) return tasks
  const text = run.seal.changes.map(({ path, message }) => `${path || '/'} ${message}`).join('\n')
  const broken: JunitCase = {
    name: run.file,
    outcome: 'error',
    message: 'The record was changed after it was sealed: do not rely on anything in it.',
    text,
  }
  return [{ name: `${prefix}seal of the record`, seconds: 0, cases: [broken] }, ...tasks]
}

function listCases(task: ReportedTask): readonly JunitCase[] {
  if (task.criteria.length > 0) return task.criteria.map(toCase)
  const status = task.status ?? 'of an unknown status'
  const message = `The task run is ${status} and has no criterion results.`
  if (task.verdict === 'pass') return [{ name: 'verdict', outcome: 'passed' }]
  if (task.verdict !== null) return [{ name: 'verdict', outcome: 'failure', message: `${task.verdict}. ${message}` }]
  return [{ name: 'verdict', outcome: task.status === 'failed' ? 'error' : 'skipped', message }]
}

const outcomes: Readonly<Record<ReportedCriterion['outcome'], JunitCase['outcome']>> = {
  passed: 'passed',
  failed: 'failure',
  undecided: 'skipped',
  unsupported: 'skipped',
  errored: 'error',
  unread: 'error',
}

function toCase({ label, axis, guard, outcome, score, weight, details, fields }: ReportedCriterion): JunitCase {
  const wrong = fields.filter(({ passed }) => !passed)
  return {
    name: guard ? `${label} (guard)` : label,
    outcome: outcomes[outcome],
    message: `${outcome}: ${details}`,
    text: [
      `axis ${axis}, weight ${weight}, score ${score ?? 'none'}`,
      ...wrong.map(
        ({ path, expected, actual, missing }) =>
          `${path || 'the whole value'}: expected ${JSON.stringify(expected)}, found ` +
          `${missing ? 'nothing (missing)' : JSON.stringify(actual)}`,
      ),
    ].join('\n'),
  }
}

function countSeconds({ startedAt, completedAt }: ReportedTask): number {
  const milliseconds = Date.parse(completedAt ?? '') - Date.parse(startedAt ?? '')
  return Number.isNaN(milliseconds) ? 0 : milliseconds / 1000
}
