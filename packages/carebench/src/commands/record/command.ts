import { Command } from 'commander'
import { connectionHelp } from '../../calling/connection-help.js'
import type { Terminal } from '../../terminal/terminal.js'
import type { RecordOptions } from './action.js'

const examples = `
Examples:
  carebench record tr_01ke6p4ym0yfmsjxs31h265cw2 > record.json
  carebench record run_01ke6p4ym0yfmsjxs31h265cw2 --output run.json --self-contained
  carebench record tr_01ke6p4ym0yfmsjxs31h265cw2 --output record.json --no-self-contained
`

/** `carebench record`: fetches the record of a task run or of a run from a running server. */
export function recordCommand(terminal: Terminal): Command {
  return new Command('record')
    .summary('fetch the record of a task run or of a run')
    .description('Fetch the sealed record of a task run, or of a run that has ended, from a running server.')
    .argument('<id>', 'the id of a task run, tr_…, or of a run, run_…')
    .option('--output <file>', 'write the record to this file instead of stdout')
    .option('--self-contained', 'ask for a record that holds its environment, whatever its size')
    .option(
      '--no-self-contained',
      'ask for a record that names its environment by digest; default: the server decides by size',
    )
    .addHelpText('after', examples + connectionHelp)
    .action(async (id: string, options: RecordOptions) => {
      const { fetchRecord } = await import('./action.js')
      await fetchRecord(terminal, id, options)
    })
}
