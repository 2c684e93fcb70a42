import { Command, Option } from 'commander'
import type { Terminal } from '../../terminal/terminal.js'
import { share } from '../options/gate-options.js'
import type { CompareCommandOptions } from './action.js'

const help = `
Both folders are results of carebench run. Agents are compared by their names; --agent and --baseline-agent name others,
also of one folder:
  carebench compare runs/2026-11-14-prior-auth runs/2026-11-22-prior-auth
  carebench compare runs/first runs/first --baseline-agent good --agent careless
  carebench compare runs/main runs/branch --fail-on-regression
  carebench compare runs/main runs/branch --pages compared

Only tasks that both folders have are compared; a task passes if more than half of its scored trials do. Figures
leave out unscored trials. Folders with different content of the benchmark, or different seeds, are rejected: a
difference would say nothing about the agent.

With --by family, tasks whose names differ only in the number at their end, such as pa-submit-100200, are one family,
and the differences are for families like these. A difference under 10 points is not claimed with fewer than 24
families: see docs/reference/statistics.md.

A regression is a pass rate that is lower, or a share of trials with a broken critical criterion that is higher, on
these tasks and beyond chance: see docs/guides/gates.md.

Exit codes:
  0  compared, whatever the difference
  2  usage error, or the folders cannot be compared
  3  an agent has no scored trial, with --fail-on-regression
  5  an agent regressed, with --fail-on-regression`

/** `carebench compare`: shows the changes between two results folders. */
export function compareCommand(terminal: Terminal): Command {
  return new Command('compare')
    .summary('compare the results of a run with those of a baseline')
    .description('Compare the results of a run with those of a baseline: pass rates, flipped tasks, cost and time.')
    .argument('<baseline>', 'the results folder to compare with')
    .argument('<folder>', 'the results folder of the run')
    .option('--agent <name>', 'compare only this agent of the run')
    .option('--baseline-agent <name>', 'compare with this agent of the baseline')
    .addOption(
      new Option(
        '--by <what>',
        'family: differences with intervals over families, as carebench-1 requires; surface: differences between two ' +
          'surfaces on the same tasks',
      ).choices(['family', 'surface']),
    )
    .addOption(new Option('--by-family').hideHelp().implies({ by: 'family' }))
    .option('--fail-on-regression', 'exit 5 if an agent regressed')
    .option('--significance <share>', 'false alarms to accept as a share of comparisons (default: 0.05)', share)
    .option('--pages <dir>', 'write a page for each task that flipped: two trials side by side')
    .option('--json', 'print one JSON object and nothing else')
    .addHelpText('after', help)
    .action(async (baseline: string, folder: string, options: CompareCommandOptions) => {
      const { compare } = await import('./action.js')
      compare(terminal, { baseline, folder }, options)
    })
}
