import type { Carebench } from '@carebench/client'
import { connectAsOperator, connectWith } from '../../calling/connection.js'
import { explainFailures } from '../../calling/failed-call.js'
import { UnmetGoalError, UsageError } from '../../terminal/exit-reason.js'
import { jsonText, printable } from '../../terminal/printable.js'
import { showProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'
import { formatTable } from '../../terminal/text-layout.js'

export interface OrganizationsOptions {
  readonly json?: boolean
}

const keyVariable = 'CAREBENCH_OPERATOR_KEY'
const keyName = 'first key'

/**
 * Creates an organization with an API key and a Solver with a key, and prints both keys. Whatever was created is
 * printed even if a later step fails, because an organization cannot be removed, and its key is shown only once.
 */
export async function createOrganization(
  terminal: Terminal,
  name: string,
  options: OrganizationsOptions,
): Promise<void> {
  const created = await explainFailures(async () => {
    const operator = connectAsOperator(terminal.environment)
    return ask(terminal, options, async () => {
      const { id } = await operator.call('createOrganization', { body: { name } })
      const { key } = await explainRest(
        () => operator.call('createOrganizationKey', { params: { id }, body: { name: keyName } }),
        keyVariable,
        `The organization ${id} was created, but it has no API key yet: POST /organizations/${id}/api-keys creates ` +
          'one with the operator key',
      )
      return { id, key }
    })
  }, keyVariable)
  const { id, key } = created
  if (options.json !== true) terminal.out(`export CAREBENCH_ORGANIZATION_KEY=${key}\n`)
  const print = (solver: { readonly id: string; readonly key: string } | undefined): void => {
    if (options.json !== true) {
      if (solver !== undefined) terminal.out(`export CAREBENCH_SOLVER_KEY=${solver.key}\n`)
      return
    }
    const solverMembers = { solver_id: solver?.id ?? null, solver_key: solver?.key ?? null }
    terminal.out(jsonText({ organization_id: id, organization_key: key, ...solverMembers }))
  }
  let solver: { readonly id: string; readonly key: string }
  try {
    solver = await explainRest(
      () => ask(terminal, options, () => createSolver(connectWith(terminal.environment, key))),
      'the response that created it',
      `The organization ${id} was created, and its API key is printed, but it has no Solver key yet: create a ` +
        'Solver with this key (POST /solvers, then carebench keys create NAME --solver ALIAS)',
    )
  } catch (error) {
    print(undefined)
    throw error
  }
  print(solver)
  if (options.json === true) return
  terminal.err(
    `The organization ${id} (${printable(name)}) has one API key and the Solver "default". The keys are shown only ` +
      `this once.\n`,
  )
}

async function createSolver(client: Carebench): Promise<{ readonly id: string; readonly key: string }> {
  const { id } = await client.call('createSolver', { body: { alias: 'default', name: 'Default Solver' } })
  const { key } = await client.call('createSolverKey', { params: { id }, body: { name: keyName } })
  return { id, key }
}

/** Runs a later step; if it fails, the error begins with `left`, which says what was created and what is missing. */
async function explainRest<Result>(work: () => Promise<Result>, keySource: string, left: string): Promise<Result> {
  try {
    return await explainFailures(work, keySource)
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof UnmetGoalError)) throw error
    const Same = error instanceof UsageError ? UsageError : UnmetGoalError
    throw new Same(`${left}. What failed: ${error.message}`, { cause: error })
  }
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
      return terminal.out(jsonText({ data }))
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
