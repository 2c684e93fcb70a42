// The programmatic API to run agents through benchmarks: `carebench/runner`. `carebench run` is its command line.
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
} from './runner/agent.js'
export { createModuleAgent, type ModuleAgentFunction, type ModuleAgentOptions } from './runner/agents/module-agent.js'
export type { Ended, EndKind } from './runner/ended.js'
export { createModelAgent, type ModelAgentOptions } from './runner/models/model-agent.js'
export type { ModelSettings } from './runner/models/providers/model-settings.js'
export type { Price } from './runner/models/providers/prices.js'
export { type ModelAddress, openModel } from './runner/models/providers/provider.js'
export { readSentSettings, type SentSettings } from './runner/models/providers/sent-settings.js'
export { type CommandAgentOptions, createCommandAgent } from './runner/processes/command-agent.js'
export { createHttpAgent, type HttpAgentOptions } from './runner/processes/http-agent.js'
export { createSandbox, type Sandbox, type SandboxOptions } from './runner/processes/isolation/sandbox.js'
export { createMcpAgent, type McpAgentOptions } from './runner/processes/mcp-agent.js'
export { readResults } from './runner/results/read-folder.js'
export type { RunSummary } from './runner/results/run-summary.js'
export type { TrialKey, TrialResult } from './runner/results/trial-result.js'
export type { BenchmarkToRun, RunEvent, RunOptions, RunOutcome } from './runner/runs/run-options.js'
export { runTrials } from './runner/runs/run-trials.js'
export type { ServiceOptions } from './runner/service-connection.js'
export type { Surface } from './runner/surface.js'
export type { ToolSet } from './runner/tools/tool-set.js'
export type { Cost, Usage } from './runner/usage.js'
