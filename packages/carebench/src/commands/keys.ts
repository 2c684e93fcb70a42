import type { Carebench } from '@carebench/client'
import { Command, Option } from 'commander'
import { connectAsOrganization, connectionHelp } from '../calling/connection.js'
import { explainFailures } from '../calling/failed-call.js'
import { WrongUse } from '../exit-reason.js'
import { printable } from '../printable.js'
import type { Terminal } from '../terminal.js'
import { formatTable } from '../text-layout.js'

interface KeysOptions {
  readonly solver?: string
  readonly json?: boolean
}

interface Key {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly suffix: string
  readonly createdAt: string
}

const all = { max: Number.MAX_SAFE_INTEGER }

const examples = `
Examples:
  carebench keys create CI                        an organization key; its text alone goes to the output
  carebench keys create nightly --solver agent    a key with which the Solver agent creates runs
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
      .addOption(new Option('--solver <alias or id>', 'a key of this Solver, in the place of one of the organization'))
      .addHelpText('after', connectionHelp)
    keys.addCommand(command)
    return command
  }
  const connect = () => connectAsOrganization(terminal.environment)

  add('create', 'Create a key. It is shown this once.')
    .argument('<name>', 'what people call it, 1 to 200 characters')
    .option('--json', 'print one JSON object: id, name, key, prefix, suffix, created_at')
    .action((name: string, options: KeysOptions) =>
      explainFailures(async () => {
        const { key, ...created } = await createKey(connect(), name, options.solver)
        if (options.json === true) return terminal.out(`${JSON.stringify({ ...keyToJson(created), key })}\n`)
        terminal.out(`${key}\n`)
        terminal.err(
          `The key ${created.id} (${printable(created.name)}) is shown this once. Keep it where secrets are.\n`,
        )
      }),
    )

  add('list', 'List the keys that are in force, newest first.')
    .option('--json', 'print one JSON object: {"data": [{id, name, prefix, suffix, created_at}]}')
    .action((options: KeysOptions) =>
      explainFailures(async () => {
        const found = await listKeys(connect(), options.solver)
        if (options.json === true) return terminal.out(`${JSON.stringify({ data: found.map(keyToJson) })}\n`)
        const rows = found.map((key) => [key.id, `${key.prefix}…${key.suffix}`, key.createdAt, printable(key.name)])
        terminal.out(found.length === 0 ? 'There are no keys.\n' : formatTable(['id', 'key', 'created', 'name'], rows))
      }),
    )

  add('revoke', 'Revoke a key: from now on it is refused. Runs that a Solver key created go on.')
    .argument('<id>', 'the id of the key, key_…, as list shows it')
    .option('--json', 'print one JSON object: {"revoked": id}')
    .action((id: string, options: KeysOptions) =>
      explainFailures(async () => {
        if (/^v(k|rl)_/.test(id)) {
          throw new WrongUse(
            'that is a key and not its id (key_…). It may stand in the history of your shell now: find its id with carebench keys list, and revoke it',
          )
        }
        if (['', '.', '..'].includes(id)) throw new WrongUse('the id of a key is missing; carebench keys list shows it')
        await revokeKey(connect(), id, options.solver)
        if (options.json === true) return terminal.out(`${JSON.stringify({ revoked: id })}\n`)
        terminal.err(`The key ${printable(id)} is revoked.\n`)
      }),
    )
  return keys
}

async function createKey(client: Carebench, name: string, solver: string | undefined) {
  if (solver === undefined) return client.call('createApiKey', { body: { name } })
  return client.call('createSolverKey', { params: { id: await solverId(client, solver) }, body: { name } })
}

async function listKeys(client: Carebench, solver: string | undefined): Promise<readonly Key[]> {
  const query = { limit: 100 }
  if (solver === undefined) return client.list('listApiKeys', { query }).toArray(all)
  return client.list('listSolverKeys', { params: { id: await solverId(client, solver) }, query }).toArray(all)
}

async function revokeKey(client: Carebench, id: string, solver: string | undefined): Promise<void> {
  if (solver === undefined) await client.call('revokeApiKey', { params: { id } })
  else {
    const params = { id: await solverId(client, solver), keyId: id }
    await client.call('revokeSolverKey', { params })
  }
}

/** The id of the Solver that has this id or, if none has, this alias. */
async function solverId(client: Carebench, named: string): Promise<string> {
  const solvers = await client.list('listSolvers', { query: { limit: 100 } }).toArray(all)
  const found = solvers.find(({ id }) => id === named) ?? solvers.find(({ alias }) => alias === named)
  if (found !== undefined) return found.id
  const known = solvers.map(({ alias }) => alias).join(', ')
  throw new WrongUse(`--solver: there is no ${named}; there are: ${known === '' ? 'none' : known}`)
}

function keyToJson({ id, name, prefix, suffix, createdAt }: Key) {
  return { id, name, prefix, suffix, created_at: createdAt }
}
