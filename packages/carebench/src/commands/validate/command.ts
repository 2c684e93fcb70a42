import { Command } from 'commander'
import type { Terminal } from '../../terminal/terminal.js'
import type { ValidateOptions } from './action.js'

const help = `
Checks the shape of all files; that names resolve; that assertions match their kinds, and configurations and scenarios
their systems; and that the data can be loaded. To check that the criteria measure the work, use carebench audit.

Examples:
  carebench validate benchmarks/triage
  carebench validate benchmark.yaml --json

Exit codes:
  0  the files have no problems
  1  the files have problems
  2  usage error, or a file cannot be read`

/** `carebench validate`: lists the errors in the files of a benchmark. */
export function validateCommand(terminal: Terminal): Command {
  return new Command('validate')
    .summary('list the errors in the files of a benchmark')
    .description('List all errors in the files of a benchmark, with file and place.')
    .argument('<dir>', 'a folder with a benchmark.json or benchmark.yaml, or that file itself')
    .option(
      '--json',
      'print one JSON object: {file, ok, problems: [{file, path, message, line, column, task, criterion}]}',
    )
    .addHelpText('after', help)
    .action(async (path: string, options: ValidateOptions) => {
      const { validate } = await import('./action.js')
      await validate(terminal, path, options)
    })
}
