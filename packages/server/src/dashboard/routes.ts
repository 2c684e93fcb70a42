import { publishVersion, showBenchmark, showBenchmarks, showVersion } from './pages/benchmarks.js'
import { showCompare } from './pages/comparison/compare.js'
import { askToRevoke, createKey, revokeKey, showKeys } from './pages/keys.js'
import { createOrganization, createOrganizationKey, showOrganizations } from './pages/organizations.js'
import {
  askToTearDown,
  downloadFrom,
  lookInto,
  openWorkstation,
  showPlayground,
  showPlaygrounds,
  showSandbox,
  startPlayground,
  tearDown,
} from './pages/playgrounds.js'
import { regradeRun, regradeTaskRun } from './pages/regrade.js'
import { askToCancelRun, cancelRun, downloadRunRecord, showRun } from './pages/run.js'
import { showRunList } from './pages/runs.js'
import { showSearch } from './pages/search.js'
import { askToShareRun, shareRun } from './pages/shared-run.js'
import {
  askToRevokeSolverKey,
  createSolver,
  createSolverKey,
  revokeSolverKey,
  showSolver,
  showSolvers,
  updateSolver,
} from './pages/solvers.js'
import { showTaskPage } from './pages/task/task.js'
import { askToCancelTaskRun, cancelTaskRun, downloadTaskRunRecord, showTaskRun } from './pages/task/task-run.js'
import type { Route } from './visit.js'

/** Every page for organizations and for the operator. POST routes may change something; GET routes do not. */
export const routes: readonly Route[] = [
  page('/search', showSearch),
  page('/runs', showRunList),
  page('/runs/{id}', showRun),
  page('/runs/{id}/record', downloadRunRecord),
  page('/runs/{id}/regrade', regradeRun),
  page('/runs/{id}/cancel', askToCancelRun),
  sent('/runs/{id}/cancel', cancelRun),
  page('/runs/{id}/share', askToShareRun),
  sent('/runs/{id}/share', shareRun),
  page('/task-runs/{id}', showTaskRun),
  page('/task-runs/{id}/record', downloadTaskRunRecord),
  page('/task-runs/{id}/regrade', regradeTaskRun),
  page('/task-runs/{id}/cancel', askToCancelTaskRun),
  sent('/task-runs/{id}/cancel', cancelTaskRun),
  page('/compare', showCompare),
  page('/benchmarks', showBenchmarks),
  page('/benchmarks/{id}', showBenchmark),
  sent('/benchmarks/{id}/versions', publishVersion),
  page('/benchmarks/{id}/versions/{version}', showVersion),
  page('/tasks/{id}', showTaskPage),
  page('/playgrounds', showPlaygrounds),
  sent('/playgrounds', startPlayground),
  page('/playgrounds/{id}', showPlayground),
  page('/playgrounds/{id}/teardown', askToTearDown),
  sent('/playgrounds/{id}/workstation', openWorkstation),
  sent('/playgrounds/{id}/teardown', tearDown),
  page('/sandboxes/{id}', showSandbox),
  page('/sandboxes/{id}/look', lookInto),
  page('/sandboxes/{id}/file', downloadFrom),
  page('/solvers', showSolvers),
  sent('/solvers', createSolver),
  page('/solvers/{id}', showSolver),
  sent('/solvers/{id}', updateSolver),
  sent('/solvers/{id}/keys', createSolverKey),
  page('/solvers/{id}/keys/{key}/revoke', askToRevokeSolverKey),
  sent('/solvers/{id}/keys/{key}/revoke', revokeSolverKey),
  page('/keys', showKeys),
  sent('/keys', createKey),
  page('/keys/{id}/revoke', askToRevoke),
  sent('/keys/{id}/revoke', revokeKey),
  page('/organizations', showOrganizations, 'operator'),
  sent('/organizations', createOrganization, 'operator'),
  sent('/organizations/{id}/keys', createOrganizationKey, 'operator'),
]

function page(path: string, show: Route['show'], role: Route['role'] = 'organization'): Route {
  return { method: 'GET', path, role, show }
}

function sent(path: string, show: Route['show'], role: Route['role'] = 'organization'): Route {
  return { method: 'POST', path, role, show }
}
