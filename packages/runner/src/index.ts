export type {
  Agent,
  AgentCheck,
  AgentCounts,
  AgentEnd,
  AgentModel,
  Release,
  Trajectory,
  Trial,
  TrialEvent,
  TrialLimits,
} from './agent.js'
export { createModuleAgent, type ModuleAgentFunction, type ModuleAgentOptions } from './agents/module-agent.js'
export { type Ended, type EndKind, endReasons, isScored, TrialStop } from './ended.js'
export { Cleaning, type CleaningOptions } from './exports/cleaning.js'
export {
  type ExportedCriterion,
  type ExportedRun,
  type ExportedTrial,
  openExportedRun,
} from './exports/exported-run.js'
export { createInspectLog } from './exports/inspect-log.js'
export { createTrace, type TraceOptions } from './exports/otlp-trace.js'
export { createModelAgent, defaultTrialCost, type ModelAgentOptions } from './models/model-agent.js'
export type { ModelSettings } from './models/model-settings.js'
export { type Pace, realPace } from './models/pace.js'
export { type Price, type Prices, PricesError, readPrices } from './models/prices.js'
export {
  hostOf,
  isHostedProvider,
  keyVariablesOf,
  type ModelAddress,
  ModelAddressError,
  openModel,
  parseModelName,
} from './models/provider.js'
export { type LimiterOptions, ProviderLimiter } from './models/provider-limiter.js'
export { ProviderOptionError } from './models/provider-options.js'
export { createReplayModel } from './models/replay-model.js'
export { readSentSettings, type SentSettings } from './models/sent-settings.js'
export { defaultSystemPrompt } from './models/system-prompt.js'
export { type CommandAgentOptions, createCommandAgent } from './processes/command-agent.js'
export { createHttpAgent, type HttpAgentOptions } from './processes/http-agent.js'
export { createMcpAgent, defaultMcpPrompt, type McpAgentOptions } from './processes/mcp-agent.js'
export {
  type McpPresetName,
  mcpPresets,
  readMcpPreset,
  type UntriedAgent,
  untriedAgents,
} from './processes/mcp-presets.js'
export type { McpPreset } from './processes/presets/mcp-preset.js'
export {
  createSandbox,
  findSandboxProblem,
  type Sandbox,
  type SandboxOptions,
  SandboxUnavailableError,
} from './processes/sandbox.js'
export { takeVariables } from './processes/taken-variables.js'
export { FolderInUseError, findWriter, lockFolder, unlockFolder } from './results/folder-lock.js'
export { parseJsonText } from './results/json-text.js'
export {
  readIndex,
  readLock,
  readPlan,
  readResults,
  readTrialResult,
  type StoredLock,
  type StoredPlan,
} from './results/read-folder.js'
export { createRedact, type Redact } from './results/redact.js'
export { readRegularFile } from './results/regular-file.js'
export { type AgentSummary, type RunSummary, summarizeTrials, type TaskCells } from './results/run-summary.js'
export { DamagedFolderError } from './results/stored-json.js'
export { type IndexLine, type TrialKey, type TrialResult, trialPath } from './results/trial-result.js'
export type { AttemptExecutor, AttemptFiles, PlannedAttempt } from './runs/attempt-executor.js'
export { AgentsNotReadyError } from './runs/check-agents.js'
export { type ExplainOptions, explainAttempt, type PerformOptions, performAttempt } from './runs/perform-attempt.js'
export { type PlanInput, planTrials } from './runs/plan-trials.js'
export { ChangedLockError, type LockChange, type LockInput, lockOf, type RunLock } from './runs/run-lock.js'
export type { BenchmarkToRun, RunEvent, RunOptions, RunOutcome } from './runs/run-options.js'
export { type RunRequest, requestOfRun } from './runs/run-requests.js'
export { runTrials } from './runs/run-trials.js'
export { type ServiceOptions, ServiceRefusal } from './service-connection.js'
export type { ToolProfile } from './tools/tool.js'
export type { ToolSet } from './tools/tool-set.js'
export { joinLog } from './trajectory/join-log.js'
export { type ReadTrajectory, readTrajectory } from './trajectory/read-trajectory.js'
export { findTrajectoryFaults, isTrajectory, type TrajectoryFault } from './trajectory/trajectory-faults.js'
export type { Cost, Usage } from './usage.js'
