import { Command, Option } from 'commander'
import type { Terminal } from '../../terminal/terminal.js'
import type { AssessOptions } from './action.js'

const help = `
Assessments by people are added to assessments.jsonl of the results folder, each with name, time and reason. Results
are never changed. With TRIAL as <agent>/<task>/<number>:
  carebench assess runs/first                                            list everything
  carebench assess runs/first TRIAL --by "A. Reader" --note "Asked the right person first"
  carebench assess runs/first TRIAL --by "A. Reader" --invalidate "The fax was unreadable"
  carebench assess runs/first TRIAL --by "A. Reader" --restore "It was readable after all"
  carebench assess runs/first TRIAL --by "A. Reader" --verdict partial --note "The right payer, too late"

  carebench assess runs/first --leave-out left-out.yaml                  see docs/guides/people.md

Figures leave out invalidated trials and say how many there are. An invalidated trial is not retried, exports mark it,
and a leaderboard rejects its run. A second opinion changes no figure.

Exit codes:
  0  listed, or added
  2  usage error, or the folder has no such scored trial`

/** `carebench assess`: records people's assessments of trials. */
export function assessCommand(terminal: Terminal): Command {
  return new Command('assess')
    .summary('add notes, invalidations and second opinions to trials')
    .description('Note something about a trial, take it out of all figures, or give a second opinion.')
    .argument('<folder>', 'a results folder of carebench run')
    .argument('[trial]', '<agent>/<task>/<number>; without it, lists all assessments')
    .option('--by <name>', 'your name')
    .option('--note <text>', 'a remark, or the reason of a --verdict')
    .option('--invalidate <reason>', 'take the trial out of all figures')
    .option('--restore <reason>', 'count an invalidated trial again')
    .addOption(new Option('--verdict <verdict>', 'a second opinion').choices(['pass', 'partial', 'fail']))
    .option('--leave-out <file>', 'leave the tasks of this list out of all results, and no others')
    .option('--json', 'print one JSON object and nothing else')
    .addHelpText('after', help)
    .action(async (folder: string, trial: string | undefined, options: AssessOptions) => {
      const { assess } = await import('./action.js')
      assess(terminal, { folder, trial }, options)
    })
}
