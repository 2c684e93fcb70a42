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
export { type Ended, type EndKind, endReasons, isScored, TrialStop } from './ended.js'
export type { Cost, Usage } from './usage.js'
