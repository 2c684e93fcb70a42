import { Command, Option } from 'commander'
import { parseWhole } from '../../running/quantities.js'
import type { Terminal } from '../../terminal/terminal.js'
import { addBase, baseHelp, recordHelp } from '../options/record-help.js'
import type { RegradeOptions } from './regrade-options.js'

const examples = `
Examples:
  carebench regrade record.json                            check the seal and verify with the same criteria
  carebench regrade record.json --criteria criteria.json   verify the same evidence with other criteria
  carebench regrade runs/first                             all scored trials of a run, with the criteria of each
  carebench regrade runs/first --queue postgres://… --workers 4

Workers are processes that take the trials from a queue in PostgreSQL, one after another; if a worker is killed, another
one takes over its trial. The command prints the results, and changes none in the folder. Workers on other machines
need a copy of the folder, and help until the command has ended:
  carebench regrade copy-of-first --queue postgres://… --join
`

const exits = `
  3  all workers have ended before the last trial
  130  interrupted`

/** `carebench regrade`: verifies recorded evidence again, with the recorded criteria or others. */
export function regradeCommand(terminal: Terminal): Command {
  return new Command('regrade')
    .summary('verify the evidence of a record, or of all trials of a run, again')
    .description(
      'Check the seals and verify the evidence again, of one record or of all scored trials of a run. Exits 1 if a ' +
        'record was changed or a result differs.',
    )
    .argument(
      '<record>',
      'JSON file: the record of a task run or of a run, as GET /task-runs/{id}/record returns it; or the results ' +
        'folder of carebench run',
    )
    .option('--criteria <file>', 'verify with these criteria instead: an array, or {"criteria": […], "options": {…}}')
    .option('--base <file>', `${baseHelp}. A results folder contains its own`, addBase)
    .option('--digest <hex>', 'the seal.digest that you kept elsewhere; detects a record that was sealed again')
    .option('--queue <url>', 'the PostgreSQL database with the queue of a results folder, postgres://…')
    .option(
      '--workers <n>',
      'processes that regrade the trials of a results folder (default with --queue: 1)',
      parseWhole(1),
    )
    .option(
      '--join',
      'help another process that regrades the same results folder with the same queue, which may be in CAREBENCH_QUEUE',
    )
    .addOption(new Option('--parent <pid>', 'the process that started this one').argParser(parseWhole(1)).hideHelp())
    .option('--json', 'print one JSON object and nothing else')
    .addHelpText('after', examples + recordHelp + exits)
    .action(async (file: string, options: RegradeOptions) => {
      const { regrade } = await import('./action.js')
      await regrade(terminal, file, options)
    })
}
