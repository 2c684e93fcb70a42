import type { Report } from '@carebench/conformance'

/**
 * Returns the report as workflow commands of GitHub: an error for each failure, stale baseline entry and
 * counterexample; a warning for each unmet SHOULD, known failure and leftover; and a notice with the counts.
 */
export function formatGithub(report: Report): string {
  const lines = report.results.flatMap(({ id, section, statement, cause, outcome, known }) => {
    if (outcome !== 'failed' && outcome !== 'warned') return []
    const kind = outcome === 'failed' && !known ? 'error' : 'warning'
    return [command(kind, `${id} (${section})`, `${statement} ${cause ?? ''}`)]
  })
  for (const id of report.staleBaseline) {
    lines.push(command('error', `${id} is stale`, 'It no longer fails: remove it from the baseline.'))
  }
  for (const { property, message } of report.findings) lines.push(command('error', property, message))
  for (const left of report.leftovers) lines.push(command('warning', 'left behind', left))
  const { passed, failed } = report.counts
  lines.push(
    command('notice', 'carebench conformance', `${passed} passed, ${failed} failed, profile ${report.profile}.`),
  )
  return `${lines.join('\n')}\n`
}

function command(kind: 'error' | 'warning' | 'notice', title: string, message: string): string {
  const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  return `::${kind} title=${data(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${data(message)}`
}
