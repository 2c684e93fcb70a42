import { formatProblems } from '../../authoring/format-problems.js'
import { UnmetGoalError } from '../../terminal/exit-reason.js'
import { jsonText, printable } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'
import { readPolicyFile } from './policy-file.js'

/** Prints the errors of a policy. Throws an {@link UnmetGoalError} if there are any. */
export function validatePolicy(terminal: Terminal, file: string, { json = false }: { readonly json?: boolean }): void {
  const read = readPolicyFile(file)
  const problems = 'problems' in read ? read.problems : []
  const ok = problems.length === 0
  if (json) terminal.out(jsonText({ file, ok, problems }))
  else if (ok) terminal.out(`${printable(file)}: no problems found.\n`)
  else terminal.out(formatProblems(problems, terminal))
  if (!ok) throw new UnmetGoalError()
}
