import { countSections, faultLines, type Report, type Result } from '@carebench/conformance'
import { type JunitCase, type JunitSuite, formatJunit as writeJunit } from '../../reporting/junit.js'

/** Maximum number of values listed for a failure. */
const maxFaults = 20

/**
 * Returns the report of the conformance kit as JUnit XML: a suite for each section, a case for each requirement. Known
 * failures and untestable requirements are skipped.
 */
export function formatJunit(report: Report): string {
  const sections = countSections(report).map(({ section, results }) => ({
    name: section,
    cases: results.map((result) => toCase(result, report)),
  }))
  return writeJunit({
    name: `carebench conformance, ${report.profile}`,
    seconds: report.milliseconds / 1000,
    suites: [...sections, ...besideRequirements(report)],
  })
}

function besideRequirements({ staleBaseline, findings }: Report): readonly JunitSuite[] {
  const cases = [
    ...staleBaseline.map((id) => ({
      name: `baseline ${id}`,
      message: `${id} no longer fails: remove it from the baseline.`,
    })),
    ...findings.map(({ property, message, script }) => ({ name: property, message, text: script })),
  ]
  if (cases.length === 0) return []
  const name = 'outside the requirements'
  return [
    { name, cases: cases.map((testCase) => ({ ...testCase, className: 'conformance', outcome: 'failure' as const })) },
  ]
}

function toCase(result: Result, report: Report): JunitCase {
  const { id, statement, cause, level, section, outcome } = result
  const name = `${id}: ${statement}`
  const className = id.split('.', 1)[0] ?? ''
  if (outcome === 'passed') return { name, className, outcome }
  const message = cause ?? outcome
  if (!isFailure(result)) return { name, className, outcome: 'skipped', message: `${outcome}: ${message}` }
  const shown = result.checks
    .filter(({ passed }) => !passed)
    .flatMap(({ exchanges }) => exchanges)
    .flatMap((number) => report.exchanges.filter((exchange) => exchange.number === number))
    .slice(0, 4)
    .map(
      (exchange) =>
        `${exchange.method} ` +
        `${exchange.target}\n${exchange.requestBody ?? ''}\n${exchange.status ?? exchange.failure}\n${exchange.body}`,
    )
  const faults = faultLines(result.checks, maxFaults)
  return {
    name,
    className,
    outcome: 'failure',
    message,
    text: [`${section}, ${level}`, ...faults, ...shown].join('\n\n'),
  }
}

function isFailure({ outcome, known }: Result): boolean {
  return outcome === 'failed' && !known
}
