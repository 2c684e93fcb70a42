import type { RequirementId } from '@carebench/conformance'
import { listSystemOperations } from '@carebench/protocol'
import { defaultSystems, type RoutedId } from '@carebench/service'

/** A server whose operations table has one wrong row, so that everything derived from it is wrong as well. */
export interface TableServer {
  readonly breaks: string
  readonly caughtBy: RequirementId
  readonly operation: RoutedId
  /** The wrong members of the row. */
  readonly wrong: Readonly<Record<string, unknown>>
}

export const tableServers: readonly TableServer[] = [
  {
    breaks: 'Runs are created with an organization key.',
    caughtBy: 'authentication.solver-creates-runs',
    operation: 'createBenchmarkRun',
    wrong: { auth: 'organization' },
  },
  {
    breaks: 'A run is read with an organization key.',
    caughtBy: 'authentication.run-token-reads-run',
    operation: 'readBenchmarkRun',
    wrong: { auth: 'organization' },
  },
  {
    breaks: 'Environments are listed without a token.',
    caughtBy: 'authentication.missing',
    operation: 'listEnvironments',
    wrong: { auth: 'none' },
  },
  {
    breaks: 'Organizations are listed with an organization key.',
    caughtBy: 'organizations.operator-key',
    operation: 'listOrganizations',
    wrong: { auth: 'organization' },
  },
  {
    breaks: 'Tasks are at `/task`.',
    caughtBy: 'internal.get-task',
    operation: 'getTask',
    wrong: { path: '/task/{id}' },
  },
  {
    breaks: 'Tasks are changed with PUT.',
    caughtBy: 'internal.update-task',
    operation: 'updateTask',
    wrong: { method: 'PUT' },
  },
  {
    breaks: 'A benchmark is created with 200.',
    caughtBy: 'transport.created',
    operation: 'createBenchmark',
    wrong: { status: 200 },
  },
  {
    breaks: 'A task is deleted with 200 and a body.',
    caughtBy: 'transport.deleted',
    operation: 'deleteTask',
    wrong: { status: 200 },
  },
  {
    breaks: 'A completion requires a body.',
    caughtBy: 'public.complete',
    operation: 'completeTaskRun',
    wrong: { bodyOptional: false },
  },
  {
    breaks: 'Environment bodies may have 2 MiB.',
    caughtBy: 'order.size-fourth',
    operation: 'createEnvironment',
    wrong: { maxBody: 2 * 1_048_576 },
  },
  {
    breaks: 'Datasets may have 1 MiB.',
    caughtBy: 'errors.payload-large-groups',
    operation: 'createDataset',
    wrong: { maxBody: 1_048_576 },
  },
  {
    breaks: 'The start is outside of `/v1`.',
    caughtBy: 'public.start',
    operation: 'startTaskRun',
    wrong: { path: '/task-runs/{id}/start' },
  },
  {
    breaks: 'The file exchange accepts organization keys.',
    caughtBy: 'authentication.run-token-groups',
    operation: 'proxyFiles',
    wrong: { auth: 'organization' },
  },
]

/** Runs with a wrong row in the table, and restores the row afterwards. */
export async function withWrongRow<T>({ operation, wrong }: TableServer, work: () => Promise<T>): Promise<T> {
  const row: object | undefined = listSystemOperations(defaultSystems).get(operation)
  if (row === undefined) throw new TypeError(`There is no operation ${operation}.`)
  const right = Object.fromEntries(Object.keys(wrong).map((key) => [key, Reflect.get(row, key)]))
  Object.assign(row, wrong)
  try {
    return await work()
  } finally {
    Object.assign(row, right)
  }
}
