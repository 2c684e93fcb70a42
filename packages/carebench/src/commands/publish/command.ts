import { Command } from 'commander'
import { connectionVariables } from '../../calling/connection-help.js'
import type { Terminal } from '../../terminal/terminal.js'
import type { PublishOptions } from './action.js'

const examples = `
The files are first validated and audited locally; then the benchmark is created on the server. If the server already
has a benchmark of this name, its next version is published; if the latest version has the same content, nothing is
done.

Examples:
  carebench publish benchmarks/triage
  carebench publish benchmarks/triage --allow-findings     publish a draft although its audit has errors
`

const exitCodes = `
Exit codes:
  0  the version is published
  1  the files have problems, the audit has errors, or the server failed
  2  usage error, a file cannot be read, or the server cannot be reached, or refuses the call`

/** `carebench publish`: publishes a benchmark folder as a version on a server. */
export function publishCommand(terminal: Terminal): Command {
  return new Command('publish')
    .summary('publish a benchmark folder on a running server')
    .description('Publish a benchmark folder on a running server. Publishing unchanged files again does nothing.')
    .argument('<dir>', 'a folder with a benchmark.json or benchmark.yaml, or that file itself')
    .option('--allow-findings', 'publish a version that can be run even if the audit finds errors')
    .option(
      '--json',
      'print one JSON object: {reference, name, version, published, scored_only, audit: {ok, errors, warnings}}',
    )
    .addHelpText('after', examples + connectionVariables + exitCodes)
    .action(async (path: string, options: PublishOptions) => {
      const { publish } = await import('./action.js')
      await publish(terminal, path, options)
    })
}
