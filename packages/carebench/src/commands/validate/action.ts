import { openBenchmarkFiles } from '../../authoring/benchmark-files.js'
import { findProblems } from '../../authoring/find-problems.js'
import { formatProblems } from '../../authoring/format-problems.js'
import { UnmetGoalError } from '../../terminal/exit-reason.js'
import { jsonText, printable } from '../../terminal/printable.js'
import { showProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'

export interface ValidateOptions {
  readonly json?: boolean
}

/** Prints the errors in the files of a benchmark. Throws an {@link UnmetGoalError} if there are any. */
export async function validate(terminal: Terminal, path: string, { json = false }: ValidateOptions): Promise<void> {
  const files = openBenchmarkFiles(path)
  const problems = await showProgress(terminal, { quiet: json }, (progress) => {
    progress.step(`Validating ${files.file}`)
    return findProblems(files)
  })
  const ok = problems.length === 0
  if (json) terminal.out(jsonText({ file: files.file, ok, problems }))
  else if (ok) terminal.out(`${printable(files.file)}: no problems found.\n`)
  else terminal.out(formatProblems(problems, terminal))
  if (!ok) throw new UnmetGoalError()
}
