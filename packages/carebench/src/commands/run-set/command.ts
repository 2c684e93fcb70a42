import { Command } from 'commander'
import type { Terminal } from '../../terminal/terminal.js'
import type { RunSetOptions } from './action.js'

const help = `
The file has "runs" by name, each with the members of a run file; "shared" members for all of them; and a "budget" in
US dollars for all runs together:
  version: 1
  budget: 40
  shared: {models: [openai/gpt-5], trials: 2}
  runs:
    authorizations: {benchmark: prior-auth}
    suite: {benchmark: carebench-1, split: dev, limit: 20}
    nightly: nightly.run.yaml

Each run has the folder <folder>/<name>, and <folder>/index.html shows all of them. The same command continues
unfinished runs. A run that fails does not stop the others.

Exit codes: 0 if every run exits with 0, else the first other exit code (carebench run --help); 4 also if the
budget is used up before the last run; 2, before anything runs, if the file or one of its runs is invalid.`

/** `carebench run-set`: executes several runs with one budget and one report. */
export function runSetCommand(terminal: Terminal): Command {
  return new Command('run-set')
    .summary('run several benchmarks and agents with one budget and one report')
    .description('Run agents through several benchmarks, one after another, with one budget and one report.')
    .argument('<file>', 'the set, in YAML or JSON')
    .option('--folder <dir>', 'results folder of all runs (default: runs/<name of the file>)')
    .option('--dry-run', 'print the plan and its cost, run nothing')
    .addHelpText('after', help)
    .action(async (file: string, options: RunSetOptions) => {
      const { runSet } = await import('./action.js')
      await runSet(terminal, file, options)
    })
}
