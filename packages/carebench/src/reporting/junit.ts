/** A file of test results for build servers. */
export interface JunitReport {
  readonly name: string
  readonly suites: readonly JunitSuite[]
  /** Total duration; default: the sum of the suites. */
  readonly seconds?: number
}

/** A group of results. */
export interface JunitSuite {
  readonly name: string
  readonly seconds?: number
  readonly cases: readonly JunitCase[]
}

/** One result. A failure means that the tested thing is wrong, an error that the test itself failed. */
export interface JunitCase {
  readonly name: string
  /** Default: the name of the suite. */
  readonly className?: string
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped'
  /** How long it took. */
  readonly seconds?: number
  /** What kind of failure or error it is, in a word; default: the outcome. */
  readonly type?: string
  /** One line; absent if the test passed. */
  readonly message?: string
  /** Details of a failure or an error. */
  readonly text?: string
}

/** Formats JUnit XML, as the schema of Jenkins (`junit-10.xsd`) has it. */
export function formatJunit({ name, suites, seconds }: JunitReport): string {
  const all = suites.flatMap(({ cases }) => cases)
  const total = seconds ?? suites.reduce((sum, suite) => sum + (suite.seconds ?? 0), 0)
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${escapeXml(name)}" ${writeCounts(all)}${writeTime(total)}>
${suites.map(formatSuite).join('\n')}
</testsuites>
`
}

function formatSuite({ name, seconds, cases }: JunitSuite): string {
  const skipped = ` skipped="${cases.filter(({ outcome }) => outcome === 'skipped').length}"`
  const head = `  <testsuite name="${escapeXml(name)}" ${writeCounts(cases)}${skipped}${writeTime(seconds)}>`
  return [head, ...cases.map((one) => formatCase(name, one)), '  </testsuite>'].join('\n')
}

function formatCase(suite: string, one: JunitCase): string {
  const { name, className = suite, outcome, seconds, type = outcome, message = '', text = '' } = one
  const open = `    <testcase classname="${escapeXml(className)}" name="${escapeXml(name)}"${writeTime(seconds)}`
  if (outcome === 'passed') return `${open}/>`
  const inside =
    outcome === 'skipped'
      ? `<skipped message="${escapeXml(message)}"/>`
      : `<${outcome} type="${escapeXml(type)}" message="${escapeXml(message)}">${escapeXml(text)}</${outcome}>`
  return `${open}>\n      ${inside}\n    </testcase>`
}

/**
 * Returns the counts for suites and for the whole file; without `skipped`, which the schema of Jenkins does not allow
 * for the whole file.
 */
function writeCounts(cases: readonly JunitCase[]): string {
  const count = (outcome: JunitCase['outcome']) => cases.filter((one) => one.outcome === outcome).length
  return `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}"`
}

function writeTime(seconds: number | undefined): string {
  return seconds === undefined ? '' : ` time="${seconds.toFixed(3)}"`
}

/** Escapes text for XML; characters that XML 1.0 does not allow are replaced. */
function escapeXml(text: string): string {
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
