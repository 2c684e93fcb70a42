import { findPolicyFaults } from '@carebench/systems/policy'
import { readTextFile } from '../../files/json-file.js'
import { UnmetGoalError } from '../../terminal/exit-reason.js'
import { jsonText, printable } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'
import { readCriteriaTable } from './criteria-table.js'

export interface ImportOptions {
  readonly id: string
  readonly title: string
  readonly code: readonly string[]
  readonly policyVersion: string
}

/**
 * Prints the policy made from a table of criteria. If the table has errors, prints them and throws an {@link
 * UnmetGoalError}.
 */
export function importCriteria(
  terminal: Terminal,
  file: string,
  { id, title, code, policyVersion }: ImportOptions,
): void {
  const read = readCriteriaTable(readTextFile(file), { id, title, version: policyVersion, codes: code })
  const problems =
    'problems' in read
      ? read.problems
      : findPolicyFaults(read.policy).map((finding) => ({
          line: read.lineOf(finding),
          message: `${finding.path} ${finding.message}`,
        }))
  if ('problems' in read || problems.length > 0) {
    const lines = problems.map(
      ({ line, message }) => `${file}${line === undefined ? '' : `, line ${line}`}: ${message}\n`,
    )
    terminal.err(
      lines
        .map((one) => printable(one.trimEnd()))
        .join('\n')
        .concat('\n'),
    )
    throw new UnmetGoalError()
  }
  terminal.out(jsonText(read.policy, 2))
}
