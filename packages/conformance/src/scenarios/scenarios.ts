import type { Scenario } from '../scenario/scenario.js'
import { accessTokenExpiry, accessTokens } from './access-tokens.js'
import { authentication, runTokens } from './authentication.js'
import { beginnings } from './beginnings.js'
import { benchmarks, foreignParents, tasksAndCriteria } from './benchmarks.js'
import { bodies, order } from './bodies.js'
import { clearinghouse } from './clearinghouse.js'
import { collateral } from './collateral.js'
import { benchmarksAndTasks, existing, organizations } from './core-authoring.js'
import { cancelledRuns, scoredRun } from './core-endings.js'
import { coreRun } from './core-run.js'
import { datasets, environments } from './environments.js'
import { reads } from './every-call.js'
import { record } from './fhir-record.js'
import { expiredKeys, repeatedCreations } from './idempotency.js'
import { judgedLog } from './judged-log.js'
import { judgedWork } from './judged-work.js'
import { keys } from './keys.js'
import { cursors, everyList, moving, pages } from './lists.js'
import { matchers } from './matchers.js'
import { messagesAndFiles } from './messages-and-files.js'
import { oddDatasets } from './odd-datasets.js'
import { browserPortal, contextProtocol, openCalls } from './open-calls.js'
import { operator } from './operator.js'
import { payerDecisions } from './payer-decisions.js'
import { payer } from './payer-portal.js'
import { plainHttp } from './plain-http.js'
import { realClock, steppedClock } from './playground-clock.js'
import { foreignRuns, playgrounds, records } from './playgrounds.js'
import { pools } from './pools.js'
import { recordInterface } from './record-interface.js'
import { endings } from './run-endings.js'
import { runs } from './run-flow.js'
import { runProtocol } from './run-mcp.js'
import { overrides, scoring } from './scoring.js'
import { selectedTasks } from './selected-tasks.js'
import { severalSystems } from './several-systems.js'
import { severity } from './severity.js'
import { decisionSupport, faxes, messages, voice } from './talking-systems.js'
import { taskEnvironments } from './task-environments.js'
import { deadlines, expiry, later, manualClock } from './time.js'
import { audits, versions } from './versions.js'
import { portsOfWires, wires } from './wires.js'

/** All scenarios, in the order of execution; those that advance the clock come last. */
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
  deadlines,
  later,
  accessTokenExpiry,
  expiry,
  expiredKeys,
]
