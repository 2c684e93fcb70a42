import { Command, Option } from 'commander'
import { connectionHelp } from '../../calling/connection-help.js'
import type { Terminal } from '../../terminal/terminal.js'
import type { KeysOptions } from './action.js'

const examples = `
Examples:
  carebench keys create CI                        an organization key; only the key goes to stdout
  carebench keys create nightly --solver agent    a key for the Solver "agent", which creates runs with it
  carebench keys list
  carebench keys revoke key_01ke6p4ym0yfmsjxs31h265cw2
`

/** `carebench keys`: API keys of an organization, and of its Solvers, on a running server. */
export function keysCommand(terminal: Terminal): Command {
  const keys = new Command('keys')
    .summary('create, list and revoke API keys')
    .description('Create, list and revoke API keys on a running server. A key is shown once, when it is created.')
    .addHelpText('after', examples + connectionHelp)
  const add = (name: string, description: string) => {
    const command = new Command(name)
      .description(description)
      .addOption(new Option('--solver <alias or id>', 'manage keys of this Solver instead of the organization'))
      .addHelpText('after', connectionHelp)
    keys.addCommand(command)
    return command
  }

  add('create', 'Create a key. It is shown only this once.')
    .argument('<name>', 'a name for the key, 1 to 200 characters')
    .option('--json', 'print one JSON object: id, name, key, prefix, suffix, created_at')
    .action(async (name: string, options: KeysOptions) => {
      const { createKey } = await import('./action.js')
      await createKey(terminal, name, options)
    })

  add('list', 'List the active keys, newest first.')
    .option('--json', 'print one JSON object: {"data": [{id, name, prefix, suffix, created_at}]}')
    .action(async (options: KeysOptions) => {
      const { listKeys } = await import('./action.js')
      await listKeys(terminal, options)
    })

  add('revoke', 'Revoke a key, with immediate effect. Runs that a Solver key created continue.')
    .argument('<id>', 'the id of the key, key_…, as list shows it')
    .option('--json', 'print one JSON object: {"revoked": id}')
    .action(async (id: string, options: KeysOptions) => {
      const { revokeKey } = await import('./action.js')
      await revokeKey(terminal, id, options)
    })
  return keys
}
