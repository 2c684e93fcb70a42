import type { JsonOperationId } from '@carebench/protocol'
import { keyHandlers } from './accounts/key-handlers.js'
import { organizationHandlers } from './accounts/organization-handlers.js'
import { solverHandlers } from './accounts/solver-handlers.js'
import { benchmarkHandlers } from './authoring/benchmark-handlers.js'
import { criterionHandlers } from './authoring/criterion-handlers.js'
import { datasetEntityHandlers } from './authoring/dataset-entity-handlers.js'
import { datasetHandlers } from './authoring/dataset-handlers.js'
import { environmentHandlers } from './authoring/environment-handlers.js'
import { simulatorHandlers } from './authoring/simulator-handlers.js'
import { taskHandlers } from './authoring/task-handlers.js'
import type { Handlers } from './handler.js'
import { healthHandlers } from './health-handlers.js'
import { openApiHandlers } from './open-api-handlers.js'
import { playgroundHandlers } from './playground-handlers.js'
import { publicRunHandlers } from './public-run-handlers.js'
import { recordHandlers } from './record-handlers.js'
import { runHandlers } from './run-handlers.js'
import { sandboxHandlers } from './sandbox-handlers.js'
import { testingHandlers } from './testing-handlers.js'
import { workstationHandlers } from './workstation/open-workstation.js'

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
  ...workstationHandlers,
  ...healthHandlers,
  ...openApiHandlers,
  ...testingHandlers,
}
