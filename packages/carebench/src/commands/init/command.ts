import { Command } from 'commander'
import type { Terminal } from '../../terminal/terminal.js'
import type { InitOptions } from './action.js'

const help = `
This writes benchmark.json, patients.json, and benchmark.schema.json, which gives editors completion and checks. The
benchmark is valid and its audit is clean; change it step by step.

Example:
  carebench init benchmarks/triage && carebench audit benchmarks/triage

Exit codes:
  0  the files are written
  2  usage error, or a file is already there`

/** `carebench init`: writes the files of a small starter benchmark. */
export function initCommand(terminal: Terminal): Command {
  return new Command('init')
    .summary('create the files of a new benchmark')
    .description('Write a small example benchmark into a folder. Existing files are never overwritten.')
    .argument('<dir>', 'the folder; created if it does not exist')
    .option('--name <name>', 'the name of the benchmark; default: the name of the folder')
    .addHelpText('after', help)
    .action(async (folder: string, options: InitOptions) => {
      const { init } = await import('./action.js')
      init(terminal, folder, options)
    })
}
