import { Command } from 'commander'
import type { Terminal } from '../../terminal/terminal.js'
import { addBase, baseHelp, recordHelp } from '../options/record-help.js'
import type { ReplayOptions } from './action.js'

const examples = `
Example:
  carebench replay record.json   repeat the calls on a fresh copy of the recorded environment
`

/** `carebench replay`: runs the recorded calls again on a fresh copy of the recorded environment. */
export function replayCommand(terminal: Terminal): Command {
  return new Command('replay')
    .summary('repeat the calls of a record')
    .description(
      'Check the seal of a record and repeat its calls. Exits 1 if the record was changed or anything differs.',
    )
    .argument('<record>', 'JSON file: the record of a task run or of a run, as GET /task-runs/{id}/record returns it')
    .option('--base <file>', baseHelp, addBase)
    .option('--digest <hex>', 'the seal.digest that you kept elsewhere; detects a record that was sealed again')
    .option('--json', 'print one JSON object and nothing else')
    .addHelpText('after', examples + recordHelp)
    .action(async (file: string, options: ReplayOptions) => {
      const { replay } = await import('./action.js')
      await replay(terminal, file, options)
    })
}
