import type { Carebench } from '@carebench/client'
import { connectAsOrganization } from '../../calling/connection.js'
import { explainFailures } from '../../calling/failed-call.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { jsonText, printable } from '../../terminal/printable.js'
import { showProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'
import { formatTable } from '../../terminal/text-layout.js'

export interface KeysOptions {
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

/** Creates a key and prints it. */
export function createKey(terminal: Terminal, name: string, options: KeysOptions): Promise<void> {
  return explainFailures(async () => {
    const client = connect(terminal)
    const { key, ...created } = await ask(terminal, options, () => requestKey(client, name, options.solver))
    if (options.json === true) return terminal.out(jsonText({ ...keyToJson(created), key }))
    terminal.out(`${key}\n`)
    terminal.err(
      `The key ${created.id} (${printable(created.name)}) is shown only this once. Keep it with your other secrets.\n`,
    )
  })
}

/** Prints the active keys. */
export function listKeys(terminal: Terminal, options: KeysOptions): Promise<void> {
  return explainFailures(async () => {
    const client = connect(terminal)
    const found = await ask(terminal, options, () => readKeys(client, options.solver))
    if (options.json === true) return terminal.out(jsonText({ data: found.map(keyToJson) }))
    const rows = found.map((key) => [key.id, `${key.prefix}…${key.suffix}`, key.createdAt, printable(key.name)])
    terminal.out(found.length === 0 ? 'There are no keys.\n' : formatTable(['id', 'key', 'created', 'name'], rows))
  })
}

/** Revokes a key. Throws a {@link UsageError} if the argument cannot be a key id. */
export function revokeKey(terminal: Terminal, id: string, options: KeysOptions): Promise<void> {
  return explainFailures(async () => {
    if (/^v(k|op|rl)_/.test(id)) {
      throw new UsageError(
        'expected the id of a key (key_…), got the key itself, which may now be in your shell history: find its id ' +
          'with carebench keys list, and revoke it',
      )
    }
    if (['', '.', '..'].includes(id)) throw new UsageError('the id of a key is missing; carebench keys list shows it')
    const client = connect(terminal)
    await ask(terminal, options, () => requestRevocation(client, id, options.solver))
    if (options.json === true) return terminal.out(jsonText({ revoked: id }))
    terminal.err(`The key ${printable(id)} is revoked.\n`)
  })
}

/** Makes a call; if it takes long, shows which server the command is waiting for. */
function ask<Answer>(terminal: Terminal, { json = false }: KeysOptions, call: () => Promise<Answer>): Promise<Answer> {
  return showProgress(terminal, { quiet: json }, (progress) => {
    progress.step(`Asking ${terminal.environment.CAREBENCH_URL}`)
    return call()
  })
}

function connect({ environment }: Terminal): Carebench {
  return connectAsOrganization(environment)
}

async function requestKey(client: Carebench, name: string, solver: string | undefined) {
  if (solver === undefined) return client.call('createApiKey', { body: { name } })
  return client.call('createSolverKey', { params: { id: await solverId(client, solver) }, body: { name } })
}

async function readKeys(client: Carebench, solver: string | undefined): Promise<readonly Key[]> {
  const query = { limit: 100 }
  if (solver === undefined) return client.list('listApiKeys', { query }).toArray(all)
  return client.list('listSolverKeys', { params: { id: await solverId(client, solver) }, query }).toArray(all)
}

async function requestRevocation(client: Carebench, id: string, solver: string | undefined): Promise<void> {
  if (solver === undefined) await client.call('revokeApiKey', { params: { id } })
  else {
    const params = { id: await solverId(client, solver), keyId: id }
    await client.call('revokeSolverKey', { params })
  }
}

/** Returns the id of the Solver with this id or, if there is none, with this alias. */
async function solverId(client: Carebench, named: string): Promise<string> {
  const solvers = await client.list('listSolvers', { query: { limit: 100 } }).toArray(all)
  const found = solvers.find(({ id }) => id === named) ?? solvers.find(({ alias }) => alias === named)
  if (found !== undefined) return found.id
  const known = solvers.map(({ alias }) => alias).join(', ')
  throw new UsageError(`--solver: there is no ${named}; there are: ${known === '' ? 'none' : known}`)
}

function keyToJson({ id, name, prefix, suffix, createdAt }: Key) {
  return { id, name, prefix, suffix, created_at: createdAt }
}
