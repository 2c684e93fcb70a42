export type {
  Agent,
  AgentCounts,
  AgentEnd,
  AgentModel,
  Trajectory,
  Trial,
  TrialEvent,
  TrialLimits,
} from './agent.js'
export { createModuleAgent, type ModuleAgentFunction, type ModuleAgentOptions } from './agents/module-agent.js'
export { type Ended, type EndKind, endReasons, isScored, TrialStop } from './ended.js'
export { DamagedFolderError, FolderInUseError, readIndex, readResults } from './results/results-folder.js'
export { type AgentSummary, type RunSummary, summarizeTrials, type TaskCells } from './results/run-summary.js'
export type { IndexLine, TrialKey, TrialResult } from './results/trial-result.js'
export { type PlanInput, planTrials } from './runs/plan-trials.js'
export { ChangedLockError, type LockChange } from './runs/run-lock.js'
export { type BenchmarkToRun, type RunEvent, type RunOptions, type RunOutcome, runTrials } from './runs/run-trials.js'
export { type ServiceOptions, ServiceRefusal } from './service-connection.js'
export type { Cost, Usage } from './usage.js'
