import { Command } from 'commander'
import type { RegradeOptions } from '../actions/regrade.js'
import { addBase, baseHelp, recordHelp } from '../record-help.js'
import type { Terminal } from '../terminal.js'

const examples = `
Examples:
  carebench regrade record.json                            check the seal and verify with the same criteria
  carebench regrade record.json --criteria criteria.json   verify the same evidence with other criteria
`

/** `carebench regrade`: verifies the recorded evidence again, with the recorded criteria or others. */
export function regradeCommand(terminal: Terminal): Command {
  return new Command('regrade')
    .summary('verify the evidence of a record again')
    .description(
      'Check the seal of a record and verify its evidence again. Exits 1 if the record was changed or a result differs.',
    )
    .argument('<record>', 'JSON file: the record of a task run or of a run, as GET /task-runs/{id}/record returns it')
    .option('--criteria <file>', 'verify with these criteria instead: an array, or {"criteria": […], "options": {…}}')
    .option('--base <file>', baseHelp, addBase)
    .option('--digest <hex>', 'the seal.digest that you kept elsewhere; detects a record that was sealed again')
    .option('--json', 'print one JSON object and nothing else')
    .addHelpText('after', examples + recordHelp)
    .action(async (file: string, options: RegradeOptions) => {
      const { regrade } = await import('../actions/regrade.js')
      await regrade(terminal, file, options)
    })
}
