import type { Static, TSchema } from 'typebox'
import { apiKeyOperations } from './api-keys.js'
import { benchmarkOperations } from './benchmarks.js'
import { datasetOperations } from './datasets.js'
import { documentOperations } from './documents.js'
import { environmentOperations } from './environments.js'
import { healthOperations } from './health.js'
import { mcpOperations } from './mcp.js'
import type { JsonOperation } from './operation.js'
import { organizationOperations } from './organizations.js'
import { playgroundOperations } from './playgrounds.js'
import { portalOperations } from './portals.js'
import { publicRunOperations } from './public-runs.js'
import { benchmarkRunOperations, criterionRunOperations, taskRunOperations } from './runs.js'
import { sandboxOperations } from './sandboxes.js'
import { simulatorOperations } from './simulators.js'
import { solverOperations } from './solvers.js'
import { criterionOperations, taskOperations } from './tasks.js'
import { testingOperations } from './testing.js'

/**
 * Every operation of both HTTP surfaces but the calls of simulated systems, by its id; `operationsOf` adds those. Server,
 * client, mocks and documents derive from this table. Rows with `testing` are for services on a manual clock only.
 */
export const operations = {
  ...environmentOperations,
  ...simulatorOperations,
  ...datasetOperations,
  ...benchmarkOperations,
  ...taskOperations,
  ...criterionOperations,
  ...benchmarkRunOperations,
  ...taskRunOperations,
  ...criterionRunOperations,
  ...playgroundOperations,
  ...sandboxOperations,
  ...portalOperations,
  ...organizationOperations,
  ...apiKeyOperations,
  ...solverOperations,
  ...publicRunOperations,
  ...healthOperations,
  ...documentOperations,
  ...mcpOperations,
  ...testingOperations,
}

export type Operations = typeof operations
export type OperationId = keyof Operations
export type JsonOperationId = {
  [K in OperationId]: Operations[K] extends { readonly kind: 'json' } ? K : never
}[OperationId]
export type RawOperationId = {
  [K in OperationId]: Operations[K] extends { readonly kind: 'raw' } ? K : never
}[OperationId]
export type DocumentOperationId = Exclude<OperationId, JsonOperationId | RawOperationId>

type ValueOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined

/** What an operation takes, parsed and validated. */
export interface OperationInput<K extends JsonOperationId> {
  readonly params: Static<Operations[K]['params']>
  readonly query: Static<Operations[K]['query']>
  readonly body: ValueOf<Operations[K]['body']>
}

/** What an operation answers with; `undefined` if it answers without a body. */
export type OperationAnswer<K extends JsonOperationId> = ValueOf<Operations[K]['response']>

/** Looks up a JSON operation as a plain record, for code that works on all of them. */
export function jsonOperationOf(operation: JsonOperationId): JsonOperation {
  return operations[operation]
}
