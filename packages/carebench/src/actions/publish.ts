import { openBenchmarkFiles } from '../authoring/benchmark-files.js'
import { findProblems } from '../authoring/find-problems.js'
import { formatProblems } from '../authoring/format-problems.js'
import { publishFiles } from '../authoring/publish-files.js'
import { connectAsOrganization } from '../calling/connection.js'
import { explainFailures } from '../calling/failed-call.js'
import { FellShort } from '../exit-reason.js'
import { printable } from '../printable.js'
import { showProgress } from '../progress.js'
import type { Terminal } from '../terminal.js'

export interface PublishOptions {
  readonly json?: boolean
  readonly allowFindings?: boolean
}

/** Publishes a benchmark from files, and prints its reference. Throws a {@link FellShort} if the files have errors. */
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
      throw new FellShort()
    }
    return explainFailures(() => publishFiles(client, files, { allowFindings, terminal, progress }))
  })
  const { reference, isNew, audit } = published
  if (json) {
    const { name, version } = published
    terminal.out(`${JSON.stringify({ reference, name, version, published: isNew, audit })}\n`)
    return
  }
  terminal.out(`${printable(reference)}\n`)
  if (!isNew) terminal.err('The latest version on the server has the same content; nothing was published.\n')
}
