import type { Scenario } from '../scenario/scenario.js'
import { accessTokenExpiry, accessTokens } from './core/access-tokens.js'
import { authentication, runTokens } from './core/authentication.js'
import { benchmarks, foreignParents, tasksAndCriteria } from './core/benchmarks.js'
import { bodies, order } from './core/bodies.js'
import { benchmarksAndTasks, existing, organizations } from './core/core-authoring.js'
import { cancelledRuns, scoredRun } from './core/core-endings.js'
import { coreRun } from './core/core-run.js'
import { datasets, environments } from './core/environments.js'
import { reads } from './core/every-call.js'
import { expiredKeys, repeatedCreations } from './core/idempotency.js'
import { keys } from './core/keys.js'
import { cursors, everyList, moving, pages } from './core/lists.js'
import { oddDatasets } from './core/odd-datasets.js'
import { operator } from './core/operator.js'
import { plainHttp } from './core/plain-http.js'
import { audits, versions } from './core/versions.js'
import { collateral } from './runs/collateral.js'
import { items } from './runs/items.js'
import { judgedLog } from './runs/judged-log.js'
import { judgedWork } from './runs/judged-work.js'
import { matchers } from './runs/matchers.js'
import { browserPortal, contextProtocol, openCalls } from './runs/open-calls.js'
import { realClock, steppedClock } from './runs/playground-clock.js'
import { foreignRuns, playgrounds, records } from './runs/playgrounds.js'
import { endings } from './runs/run-endings.js'
import { runs } from './runs/run-flow.js'
import { runProtocol } from './runs/run-mcp.js'
import { overrides, scoring } from './runs/scoring.js'
import { selectedTasks } from './runs/selected-tasks.js'
import { severity } from './runs/severity.js'
import { taskEnvironments } from './runs/task-environments.js'
import { deadlines, expiry, later, manualClock } from './runs/time.js'
import { workstation, workstationExpiry } from './runs/workstation.js'
import { beginnings } from './systems/beginnings.js'
import { clearinghouse } from './systems/clearinghouse.js'
import { record } from './systems/fhir-record.js'
import { messagesAndFiles } from './systems/messages-and-files.js'
import { payerDecisions } from './systems/payer-decisions.js'
import { payerInterfaces } from './systems/payer-interfaces.js'
import { payer } from './systems/payer-portal.js'
import { pools } from './systems/pools.js'
import { recordInterface } from './systems/record-interface.js'
import { severalSystems } from './systems/several-systems.js'
import { decisionSupport, faxes, messages, voice } from './systems/talking-systems.js'
import { portsOfWires, wires } from './systems/wires.js'

/** All scenarios, in the order of execution; those about the clock of the server come last. */
export const scenarios: readonly Scenario[] = [
  plainHttp,
  reads,
  authentication,
  existing,
  pages,
  cursors,
  moving,
  benchmarksAndTasks,
  coreRun,
  scoredRun,
  cancelledRuns,
  runTokens,
  everyList,
  operator,
  organizations,
  bodies,
  order,
  environments,
  datasets,
  oddDatasets,
  benchmarks,
  tasksAndCriteria,
  foreignParents,
  keys,
  repeatedCreations,
  versions,
  audits,
  matchers,
  scoring,
  overrides,
  severity,
  items,
  collateral,
  runs,
  selectedTasks,
  endings,
  beginnings,
  steppedClock,
  pools,
  record,
  payer,
  payerDecisions,
  payerInterfaces,
  messagesAndFiles,
  judgedWork,
  judgedLog,
  clearinghouse,
  playgrounds,
  records,
  foreignRuns,
  accessTokens,
  openCalls,
  contextProtocol,
  browserPortal,
  workstation,
  recordInterface,
  faxes,
  messages,
  voice,
  decisionSupport,
  severalSystems,
  runProtocol,
  taskEnvironments,
  wires,
  portsOfWires,
  manualClock,
  realClock,
  workstationExpiry,
  deadlines,
  later,
  accessTokenExpiry,
  expiry,
  expiredKeys,
]
