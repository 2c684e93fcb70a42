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
import { publicRunOperations } from './public-runs.js'
import { benchmarkRunOperations, criterionRunOperations, taskRunOperations } from './runs.js'
import { sandboxOperations } from './sandboxes.js'
import { simulatorOperations } from './simulators.js'
import { siteOperations } from './sites.js'
import { solverOperations } from './solvers.js'
import { criterionOperations, taskOperations } from './tasks.js'
import { testingOperations } from './testing.js'

/**
 * Every operation of both HTTP surfaces by id, except the calls of simulated systems, which `listSystemOperations`
 * adds. Server, client, mocks and documents derive from this table. Rows with `testing` are only for services with a
 * manual clock.
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
  ...siteOperations,
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

/** The validated input of an operation. */
export interface OperationInput<K extends JsonOperationId> {
  readonly params: Static<Operations[K]['params']>
  readonly query: Static<Operations[K]['query']>
  readonly body: ValueOf<Operations[K]['body']>
}

/** The response of an operation; `undefined` if it has no body. */
export type OperationAnswer<K extends JsonOperationId> = ValueOf<Operations[K]['response']>

/** Looks up a JSON operation as a plain record, for code that works with all of them. */
export function findJsonOperation(operation: JsonOperationId): JsonOperation {
  return operations[operation]
}
