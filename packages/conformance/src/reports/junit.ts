import type { Report, Result } from '../run/report.js'
import { sectionsOf } from './section-table.js'

/** JUnit XML: a suite for each section, a case for each requirement. What is known or could not be tested is skipped. */
export function formatJunit(report: Report): string {
  const seconds = (report.milliseconds / 1000).toFixed(3)
  const failures = report.results.filter(isFailure).length + report.staleBaseline.length + report.findings.length
  const suites = sectionsOf(report).map(({ section, results }) => {
    const skipped = results.filter((one) => one.outcome !== 'passed' && !isFailure(one)).length
    const head = `  <testsuite name="${xml(section)}" tests="${results.length}" failures="${results.filter(isFailure).length}" errors="0" skipped="${skipped}">`
    return [head, ...results.map(caseOf), '  </testsuite>'].join('\n')
  })
  const extra = [
    ...report.staleBaseline.map((id) => ({
      name: `baseline ${id}`,
      message: `${id} does not fail any more: take it out of the baseline.`,
      text: '',
    })),
    ...report.findings.map(({ property, message, script }) => ({ name: property, message, text: script })),
  ]
  if (extra.length > 0) {
    suites.push(
      [
        `  <testsuite name="beside the requirements" tests="${extra.length}" failures="${extra.length}" errors="0" skipped="0">`,
        ...extra.map(
          ({ name, message, text }) =>
            `    <testcase classname="conformance" name="${xml(name)}">\n      <failure message="${xml(message)}">${xml(text)}</failure>\n    </testcase>`,
        ),
        '  </testsuite>',
      ].join('\n'),
    )
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${xml(`carebench conformance, ${report.profile}`)}" tests="${report.results.length + extra.length}" failures="${failures}" time="${seconds}">
${suites.join('\n')}
</testsuites>
`

  function caseOf(result: Result): string {
    const { id, statement, cause, level, section } = result
    const open = `    <testcase classname="${xml(id.split('.', 1)[0] ?? '')}" name="${xml(`${id}: ${statement}`)}"`
    if (result.outcome === 'passed') return `${open}/>`
    const message = xml(cause ?? result.outcome)
    if (!isFailure(result))
      return `${open}>\n      <skipped message="${xml(result.outcome)}: ${message}"/>\n    </testcase>`
    const shown = result.checks
      .filter(({ passed }) => !passed)
      .flatMap(({ exchanges }) => exchanges)
      .flatMap((number) => report.exchanges.filter((one) => one.number === number))
      .slice(0, 4)
      .map((one) => `${one.method} ${one.target}\n${one.requestBody ?? ''}\n${one.status ?? one.failure}\n${one.body}`)
    const text = xml([`${section}, ${level}`, ...shown].join('\n\n'))
    return `${open}>\n      <failure message="${message}">${text}</failure>\n    </testcase>`
  }
}

const isFailure = ({ outcome, known }: Result): boolean => outcome === 'failed' && !known

/** Text for XML: what XML 1.0 cannot hold is replaced. */
function xml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
}
