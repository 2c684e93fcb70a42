import type { JsonOperationId } from '@carebench/protocol'
import { benchmarkHandlers } from './benchmark-handlers.js'
import { criterionHandlers } from './criterion-handlers.js'
import { datasetEntityHandlers } from './dataset-entity-handlers.js'
import { datasetHandlers } from './dataset-handlers.js'
import { environmentHandlers } from './environment-handlers.js'
import type { Handlers } from './handler.js'
import { healthHandlers } from './health-handlers.js'
import { keyHandlers } from './key-handlers.js'
import { openApiHandlers } from './open-api-handlers.js'
import { organizationHandlers } from './organization-handlers.js'
import { playgroundHandlers } from './playground-handlers.js'
import { publicRunHandlers } from './public-run-handlers.js'
import { recordHandlers } from './record-handlers.js'
import { runHandlers } from './run-handlers.js'
import { sandboxHandlers } from './sandbox-handlers.js'
import { simulatorHandlers } from './simulator-handlers.js'
import { solverHandlers } from './solver-handlers.js'
import { taskHandlers } from './task-handlers.js'
import { testingHandlers } from './testing-handlers.js'

/** The handler of every JSON operation: a missing one is a compile error. */
export const handlers: Handlers<JsonOperationId> = {
  ...environmentHandlers,
  ...simulatorHandlers,
  ...datasetHandlers,
  ...datasetEntityHandlers,
  ...benchmarkHandlers,
  ...taskHandlers,
  ...criterionHandlers,
  ...runHandlers,
  ...recordHandlers,
  ...playgroundHandlers,
  ...sandboxHandlers,
  ...organizationHandlers,
  ...keyHandlers,
  ...solverHandlers,
  ...publicRunHandlers,
  ...healthHandlers,
  ...openApiHandlers,
  ...testingHandlers,
}
