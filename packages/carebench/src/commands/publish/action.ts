import { dirname } from 'node:path'
import { openBenchmarkFiles } from '../../authoring/benchmark-files.js'
import { findProblems } from '../../authoring/find-problems.js'
import { formatProblems } from '../../authoring/format-problems.js'
import { type PublishedFiles, publishFiles } from '../../authoring/publish-files.js'
import { auditsInFolder } from '../../authoring/shipped-audit.js'
import { connectAsOrganization } from '../../calling/connection.js'
import { explainFailures } from '../../calling/failed-call.js'
import { UnmetGoalError } from '../../terminal/exit-reason.js'
import { jsonText, printable } from '../../terminal/printable.js'
import { showProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'

export interface PublishOptions {
  readonly json?: boolean
  readonly allowFindings?: boolean
}

/**
 * Publishes a benchmark from files, and prints its reference. Throws an {@link UnmetGoalError} if the files or, without
 * `allowFindings`, the audit has errors.
 */
export async function publish(
  terminal: Terminal,
  path: string,
  { json = false, allowFindings = false }: PublishOptions,
): Promise<void> {
  const files = openBenchmarkFiles(path)
  const client = connectAsOrganization(terminal.environment)
  const published = await showProgress(terminal, { quiet: json, lasting: true }, async (progress) => {
    progress.step(`Validating ${files.file}`)
    const problems = await findProblems(files)
    if (problems.length > 0) {
      progress.clear()
      terminal.err(formatProblems(problems, terminal))
      throw new UnmetGoalError()
    }
    const knownAudits = auditsInFolder(dirname(files.file))
    return explainFailures(() => publishFiles(client, files, { allowFindings, knownAudits, terminal, progress }))
  })
  const { reference, isNew, audit, scoredOnly } = published
  if (json) {
    const { name, version } = published
    const output = { reference, name, version, published: isNew, scored_only: scoredOnly, audit }
    terminal.out(jsonText(output))
    return
  }
  terminal.out(`${printable(reference)}\n`)
  if (!isNew) terminal.err('The latest version on the server has the same content; nothing was published.\n')
  if (!scoredOnly) terminal.err(describeAnswerKey(published))
}

/** Says who can read the expected values of a benchmark whose runs need not be scored. */
function describeAnswerKey({ reference, isPublic }: PublishedFiles): string {
  const solvers = isPublic ? 'every Solver of every organization' : 'every Solver of your organization'
  return (
    `${printable(reference)} is not "scored_only": ${solvers} can run it unscored, and the completions of such a run ` +
    'contain the expected values. To keep the answer key from them, add "overrides": {"scored_only": true} to its ' +
    `file, and publish it again.\n`
  )
}
