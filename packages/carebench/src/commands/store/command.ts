import { Command } from 'commander'
import type { Terminal } from '../../terminal/terminal.js'
import type { ExportOptions, TransferOptions } from './transfer.js'

const help = `
Without --data and --database-url, CAREBENCH_SERVE_DATA or CAREBENCH_SERVE_DATABASE_URL names the store. No server may
use the folder at the same time; a server may use the PostgreSQL database. A server with neither keeps everything in
memory and has nothing to export.

The export has everything except the server's secret, from which printed keys, cursors and agents' passwords are
derived: copy that file too (secret in the folder, or --secret-file).

Exit codes:
  0  success
  2  usage error: a file, a folder that is in use, or a database that cannot be opened or is not empty`

/** `carebench store`: exports and imports the data of servers. */
export function storeCommand(terminal: Terminal): Command {
  return new Command('store')
    .summary('export and import everything that a server keeps')
    .description('Move everything that carebench serve --data or --database-url keeps.')
    .addCommand(exportCommand(terminal))
    .addCommand(importCommand(terminal))
}

function exportCommand(terminal: Terminal): Command {
  return withPlace(new Command('export'))
    .summary('write everything that a server keeps to a file')
    .description('Write everything in a store to a file, one JSON object a line, with a checksum in the last one.')
    .requiredOption('--out <file>', 'file to write, which must not exist')
    .option(
      '--organization <id>',
      'only this organization, org_…, without its runs of benchmarks of other organizations (default: everything)',
    )
    .option('--json', 'print one JSON object and nothing else')
    .addHelpText('after', help)
    .action(async (options: ExportOptions) => {
      const { exportStore } = await import('./transfer.js')
      await exportStore(terminal, options)
    })
}

function importCommand(terminal: Terminal): Command {
  return withPlace(new Command('import'))
    .summary('import an export into an empty store')
    .description('Write an export into an empty store of either engine, completely or not at all.')
    .argument('<file>', 'a file that carebench store export wrote')
    .option('--json', 'print one JSON object and nothing else')
    .addHelpText('after', help)
    .action(async (file: string, options: TransferOptions) => {
      const { importStore } = await import('./transfer.js')
      await importStore(terminal, file, options)
    })
}

function withPlace(command: Command): Command {
  return command
    .option('--data <folder>', 'folder of carebench serve --data')
    .option('--database-url <url>', 'database of carebench serve --database-url')
}
