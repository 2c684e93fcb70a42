import { Command } from 'commander'
import { openBenchmarkFiles } from '../authoring/benchmark-files.js'
import { findProblems } from '../authoring/find-problems.js'
import { publishFiles } from '../authoring/publish-files.js'
import { connectAsOrganization, connectionHelp } from '../calling/connection.js'
import { explainFailures } from '../calling/failed-call.js'
import { FellShort } from '../exit-reason.js'
import { printable } from '../printable.js'
import type { Terminal } from '../terminal.js'
import { formatProblems } from './validate.js'

interface PublishOptions {
  readonly json?: boolean
  readonly allowFindings?: boolean
}

const examples = `
The files are validated and audited here first; then the benchmark is made on the server. If the server has one of this
name, its next version is published; if its latest version has the same content already, nothing is done.

Examples:
  carebench publish benchmarks/triage
  carebench publish benchmarks/triage --allow-findings     a draft, although its audit has errors
`

/** `carebench publish`: a benchmark in files becomes a version on a server. */
export function publishCommand(terminal: Terminal): Command {
  return new Command('publish')
    .summary('publish a benchmark from files on a running server')
    .description('Publish a benchmark from files on a running server. Repeating it changes nothing.')
    .argument('<dir>', 'a folder with a benchmark.json or benchmark.yaml, or that file itself')
    .option('--allow-findings', 'publish although the audit finds errors')
    .option('--json', 'print one JSON object: {reference, name, version, published, audit: {ok, errors, warnings}}')
    .addHelpText('after', examples + connectionHelp)
    .action(async (path: string, { json = false, allowFindings = false }: PublishOptions) => {
      const files = openBenchmarkFiles(path)
      const client = connectAsOrganization(terminal.environment)
      const problems = await findProblems(files)
      if (problems.length > 0) {
        terminal.err(formatProblems(problems, terminal))
        throw new FellShort()
      }
      const published = await explainFailures(() => publishFiles(client, files, { allowFindings, terminal }))
      const { reference, isNew, audit } = published
      if (json) {
        const { name, version } = published
        terminal.out(`${JSON.stringify({ reference, name, version, published: isNew, audit })}\n`)
        return
      }
      terminal.out(`${printable(reference)}\n`)
      if (!isNew) terminal.err('The server has this content already; nothing was done.\n')
    })
}
