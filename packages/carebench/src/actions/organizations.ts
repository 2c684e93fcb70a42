import type { Carebench } from '@carebench/client'
import { connectAsOperator, connectWith } from '../calling/connection.js'
import { explainFailures } from '../calling/failed-call.js'
import { printable } from '../printable.js'
import { showProgress } from '../progress.js'
import type { Terminal } from '../terminal.js'
import { formatTable } from '../text-layout.js'

export interface OrganizationsOptions {
  readonly json?: boolean
}

const keyVariable = 'CAREBENCH_OPERATOR_KEY'
const keyName = 'first key'

/** Creates an organization with an API key and a Solver with a key, and prints both keys. */
export function createOrganization(terminal: Terminal, name: string, options: OrganizationsOptions): Promise<void> {
  return explainFailures(async () => {
    const operator = connectAsOperator(terminal.environment)
    const created = await ask(terminal, options, async () => {
      const { id } = await operator.call('createOrganization', { body: { name } })
      if (options.json !== true) terminal.err(`Created the organization ${id}.\n`)
      const { key } = await operator.call('createOrganizationKey', { params: { id }, body: { name: keyName } })
      return {
        organizationId: id,
        organizationKey: key,
        ...(await createSolver(connectWith(terminal.environment, key))),
      }
    })
    const { organizationId, organizationKey, solverId, solverKey } = created
    if (options.json === true) {
      const json = {
        organization_id: organizationId,
        organization_key: organizationKey,
        solver_id: solverId,
        solver_key: solverKey,
      }
      return terminal.out(`${JSON.stringify(json)}\n`)
    }
    terminal.out(`export CAREBENCH_ORGANIZATION_KEY=${organizationKey}\nexport CAREBENCH_SOLVER_KEY=${solverKey}\n`)
    terminal.err(
      `The organization ${organizationId} (${printable(name)}) has one API key and the Solver "default". The keys are shown only this once.\n`,
    )
  }, keyVariable)
}

async function createSolver(client: Carebench) {
  const solver = await client.call('createSolver', { body: { alias: 'default', name: 'Default Solver' } })
  const { key } = await client.call('createSolverKey', { params: { id: solver.id }, body: { name: keyName } })
  return { solverId: solver.id, solverKey: key }
}

/** Prints all organizations. */
export function listOrganizations(terminal: Terminal, options: OrganizationsOptions): Promise<void> {
  return explainFailures(async () => {
    const operator = connectAsOperator(terminal.environment)
    const found = await ask(terminal, options, () =>
      operator.list('listOrganizations', { query: { limit: 100 } }).toArray({ max: Number.MAX_SAFE_INTEGER }),
    )
    if (options.json === true) {
      const data = found.map(({ id, name, createdAt }) => ({ id, name, created_at: createdAt }))
      return terminal.out(`${JSON.stringify({ data })}\n`)
    }
    const rows = found.map(({ id, name, createdAt }) => [id, createdAt, printable(name)])
    terminal.out(found.length === 0 ? 'There are no organizations.\n' : formatTable(['id', 'created', 'name'], rows))
  }, keyVariable)
}

function ask<Answer>(
  terminal: Terminal,
  { json = false }: OrganizationsOptions,
  call: () => Promise<Answer>,
): Promise<Answer> {
  return showProgress(terminal, { quiet: json }, (progress) => {
    progress.step(`Asking ${terminal.environment.CAREBENCH_URL}`)
    return call()
  })
}
