import { Command } from 'commander'
import { parseNumber, parseWhole } from '../../running/quantities.js'
import type { Terminal } from '../../terminal/terminal.js'
import type { PlanOptions } from './action.js'

const help = `
Tasks, pass rate, cost and time are read from the results folder of a small first run; options replace them:
  carebench run carebench-1 --split dev --model openai/gpt-5 --limit 20 --folder runs/pilot
  carebench plan runs/pilot --tasks 200 --families 10
  carebench plan --tasks 200 --families 10 --pass-rate 60 --usd 0.40 --minutes 3 --difference 15

The pass rate of the folder is (passed + 0.5) / (scored + 1), and at most 95 %: 3 % for 0 of 18.

A trial is harmful if an act broke a critical criterion. The number of trials that excludes a rate of harm is exact
(Clopper-Pearson, one-sided). Differences between two agents are simulated, and tested as carebench compare tests them.
Tasks and families vary as in the run, or else as assumed for carebench-1. See docs/reference/statistics.md.

Exit codes:
  0  both can be shown
  1  the tasks cannot show one of them, and the reason is printed
  2  usage error`

/** `carebench plan`: computes how many trials a claim needs. */
export function planCommand(terminal: Terminal): Command {
  return new Command('plan')
    .summary('plan how many trials a claim needs, with cost and hours')
    .description('Plan how many trials exclude a rate of harm, and how many show a difference between two agents.')
    .argument('[folder]', 'the results folder of a first run')
    .option('--agent <name>', 'an agent of the folder (default: the agent with the lowest pass rate)')
    .option('--tasks <n>', 'the tasks to plan for', parseWhole(1))
    .option(
      '--families <n>',
      'number of families (default: as in the folder; with --tasks, each task is one)',
      parseWhole(2),
    )
    .option('--harm-rate <n>', 'harmful trials of 100 to exclude (default: 1)', parseNumber)
    .option(
      '--difference <points>',
      'points of pass rate to show (default: 10, or half of what is left to 100 %)',
      parseNumber,
    )
    .option('--pass-rate <percent>', 'pass rate of the weaker agent (default: as in the folder, or 50)', parseNumber)
    .option('--usd <n>', 'US dollars that a trial costs', parseNumber)
    .option('--minutes <n>', 'minutes that a trial takes', parseNumber)
    .option('-j, --concurrency <n>', 'trials at the same time (default: 4)', parseWhole(1))
    .option('--json', 'print one JSON object and nothing else')
    .addHelpText('after', help)
    .action(async (folder: string | undefined, options: PlanOptions) => {
      const { plan } = await import('./action.js')
      await plan(terminal, folder, options)
    })
}
