import { Command, Option } from 'commander'
import type { Terminal } from '../../terminal/terminal.js'
import type { AssessOptions } from './action.js'

const help = `
What people say about trials stands in assessments.jsonl of the results folder, with name, time and reason: beside the
results, and never in their place. Lines are only added. With TRIAL as <agent>/<task>/<number>:
  carebench assess runs/first                                            list everything
  carebench assess runs/first TRIAL --by "A. Reader" --note "Asked the right person first"
  carebench assess runs/first TRIAL --by "A. Reader" --invalidate "The fax was unreadable"
  carebench assess runs/first TRIAL --by "A. Reader" --restore "It was readable after all"
  carebench assess runs/first TRIAL --by "A. Reader" --verdict partial --note "The right payer, too late"

An invalidated trial is in no figure, and figures say how many there are. It is not tried again, exports mark it, and a
leaderboard refuses its run. A second opinion changes no figure.

Exit codes:
  0  listed, or added
  2  usage error, or the folder has no such scored trial`

/** `carebench assess`: what people say about trials. */
export function assessCommand(terminal: Terminal): Command {
  return new Command('assess')
    .summary('note, invalidate or judge trials again, beside their results')
    .description('Note something about a trial, take it out of all figures, or give a second opinion.')
    .argument('<folder>', 'a results folder of carebench run')
    .argument('[trial]', '<agent>/<task>/<number>; leave it out to list what was said')
    .option('--by <name>', 'who says it')
    .option('--note <text>', 'a remark, or the reason of a --verdict')
    .option('--invalidate <reason>', 'take the trial out of all figures')
    .option('--restore <reason>', 'count it again')
    .addOption(new Option('--verdict <verdict>', 'a second opinion').choices(['pass', 'partial', 'fail']))
    .option('--json', 'print one JSON object and nothing else')
    .addHelpText('after', help)
    .action(async (folder: string, trial: string | undefined, options: AssessOptions) => {
      const { assess } = await import('./action.js')
      assess(terminal, { folder, trial }, options)
    })
}
