import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LanguageModelV3 } from '@ai-sdk/provider'
import type { JsonObject } from '@carebench/protocol'
import type { Agent, AgentEnd, Release, Trial } from '../agent.js'
import { type BrowserTools, type Observe, openBrowserTools } from '../browser/browser-tools.js'
import type { InstalledBrowser } from '../browser/playwright-mcp.js'
import { digestBytes } from '../digest.js'
import { TrialStopError } from '../ended.js'
import { type Redact, redactJson } from '../results/redact.js'
import type { Surface } from '../surface.js'
import { createHttpTool } from '../tools/http-tool.js'
import { McpConnection } from '../tools/mcp-connection.js'
import { loadMcpTools } from '../tools/mcp-tools.js'
import { createSpecTool } from '../tools/spec-tool.js'
import { digestOfTools, giveUp, type Tool } from '../tools/tool.js'
import { chooseTools, type ToolSet } from '../tools/tool-set.js'
import { TrajectoryBuilder } from '../trajectory/trajectory-builder.js'
import { defaultObservation, defaultSteps, defaultToolErrors, runChat } from './chat-loop.js'
import { checkModel, rethrowAsStop } from './check-model.js'
import { ContextWindow } from './providers/context-window.js'
import type { ModelSettings } from './providers/model-settings.js'
import { type Pace, realPace } from './providers/pace.js'
import type { Price } from './providers/prices.js'
import { ProviderLimiter } from './providers/provider-limiter.js'
import { callSettings, type SentSettings } from './providers/sent-settings.js'
import { browserSystemPrompt, defaultSystemPrompt, writeTask } from './system-prompt.js'

/** Options of {@link createModelAgent}. */
export interface ModelAgentOptions {
  /** Unique within a run. */
  readonly name: string
  /** A model of any provider that implements version 3 of the AI SDK's interface. */
  readonly model: LanguageModelV3
  /** The user's name of the provider; determines the form of the reasoning effort. Default: the model's own. */
  readonly provider?: string
  /** The host of the provider, for the results; null if unknown. */
  readonly baseUrlHost?: string | null
  /** Shared by all agents that use the same model with the same key. Default: a new one. */
  readonly limiter?: ProviderLimiter
  readonly settings?: ModelSettings
  /** The result of `readSentSettings` for `settings`, for the lock. */
  readonly sent?: SentSettings
  /** Whether the model may run without settings that its provider does not accept. Default false. */
  readonly allowDroppedSettings?: boolean
  /**
   * `tools`, the default: the tools of the trial's MCP server. `http`: one tool that sends requests, and one that
   * describes them. `browser`: a Chromium at the workstation.
   */
  readonly surface?: Surface
  /** The browser and its driver; required for the surface `browser`. */
  readonly browser?: InstalledBrowser
  /** The view of a page that the model gets after each act in a browser. Default: `snapshot`. */
  readonly observe?: Observe
  /** The typed tools that the model gets at first. Default: `all`. */
  readonly toolSet?: ToolSet
  /** Default: a few lines about the surface, which do not describe any task. */
  readonly systemPrompt?: string
  /** The price of tokens; without it, costs are unknown. */
  readonly price?: Price
  /** How long a failed request is retried, in milliseconds. Default: 600,000. */
  readonly retryWindow?: number
  /**
   * The model's context window in tokens, if known: a rejected request of that length has reached the model's limit.
   */
  readonly contextWindow?: number
  /** Milliseconds without data after which a request counts as failed. Default: 300,000. */
  readonly stall?: number
  /** Whether the model can be checked with a request; a replayed model cannot. Default true. */
  readonly checked?: boolean
  /** Replaces secrets in the stored results of calls. Default: none are replaced. */
  readonly redact?: Redact
  readonly pace?: Pace
}

/** The version of the loop and its tools; a change makes it a different agent. */
const loopVersion = '3'
/** Default cost limit of a trial in US dollars, if the price of the model is known. */
export const defaultTrialCost = 10
/** Timeout and retry window of a check, in milliseconds. */
const maxCheckMs = 60_000

/**
 * Creates an agent from a model with tools in the runner's loop. It runs no code of its own, so it cannot reach keys,
 * criteria and other trials. Without a price, trials with a cost limit are not begun and stay unscored.
 */
export function createModelAgent(options: ModelAgentOptions): Agent {
  const { name, model, settings = {}, surface = 'tools', observe = 'snapshot', browser } = options
  const { systemPrompt = surface === 'browser' ? browserSystemPrompt : defaultSystemPrompt } = options
  const { provider = readProvider(model), baseUrlHost = null, price, pace = realPace, sent, toolSet = 'all' } = options
  const { retryWindow = 600_000, stall = 300_000, redact = (text) => text } = options
  const limiter = options.limiter ?? new ProviderLimiter({ pace })
  const window = new ContextWindow(options.contextWindow)
  const kept = Object.entries(settings).filter(([name]) => sent?.dropped.some((one) => one === name) !== true)
  const asked = callSettings(provider, settings)
  // Dropped settings are found by the check before the trials, not in trials.
  const taken = { settings, allowDropped: options.allowDroppedSettings ?? false }
  const about: JsonObject = {
    provider,
    model: model.modelId,
    base_url_host: baseUrlHost,
    settings: Object.fromEntries(kept) as JsonObject,
    ...(sent?.sent != null && { sent: sent.sent }),
    // Member name and values of version 1 of the lock.
    tools: surface === 'tools' ? 'typed' : surface,
    ...(surface === 'browser' && { observe, playwright_mcp: browser?.version ?? null }),
    ...(toolSet !== 'all' && { tool_set: toolSet }),
    prompt_sha256: digestBytes(systemPrompt),
    loop: loopVersion,
  }
  return {
    name,
    kind: 'model',
    surface,
    // Includes the default limits, because a changed default makes it a different agent.
    identity: {
      ...about,
      steps: defaultSteps,
      tool_errors: defaultToolErrors,
      observation: defaultObservation,
      ...(price !== undefined && { cost: defaultTrialCost }),
    },
    isolation: 'model',
    ...(options.checked !== false && {
      check: (signal: AbortSignal) =>
        checkModel({
          model,
          limiter,
          pace,
          price,
          signal,
          retryWindow: Math.min(retryWindow, maxCheckMs),
          stall: Math.min(stall, maxCheckMs),
          settings: asked,
          taken,
        }),
    }),
    reserve: (signal) => limiter.acquire(signal, retryWindow).catch(rethrowAsStop),
    async run(trial, reserved) {
      if (trial.limits.cost !== undefined && price === undefined) {
        throw new TrialStopError({
          kind: 'interrupted',
          reason: 'budget',
          message: `A limit of the cost needs the price of ${provider}/${model.modelId}; add it to the price file.`,
        })
      }
      const { tools, close } = await openTools(trial, options)
      try {
        return await work(trial, tools, reserved)
      } finally {
        await close?.()
      }
    },
  }

  async function work(trial: Trial, tools: readonly Tool[], reserved: Release | undefined): Promise<AgentEnd> {
    const trajectory = new TrajectoryBuilder(
      {
        name: `carebench/${name}`,
        version: loopVersion,
        modelName: model.modelId,
        toolDefinitions: tools.map(describeTool),
        extra: { ...about, tools_sha256: digestOfTools(tools) },
      },
      trial.id,
    )
    const { limits, signal, submitted, note } = trial
    const { ended, counts, tally, responded, responseIds } = await runChat({
      trial: {
        limits: { ...(price !== undefined && { cost: defaultTrialCost }), ...limits },
        signal,
        submitted,
        note,
      },
      model,
      limiter,
      pace,
      tools,
      price,
      window,
      trajectory,
      retryWindow,
      stall,
      reserved,
      system: systemPrompt,
      task: writeTask(trial.task.item),
      settings: asked,
      onObservation: (observation) =>
        appendFileSync(
          join(trial.folder, 'observations.jsonl'),
          `${redactJson(JSON.stringify(observation), redact)}\n`,
        ),
    })
    const end: AgentEnd = {
      ended,
      usage: tally.usage,
      cost: tally.cost,
      counts,
      trajectory: trajectory.build(tally.usage, tally.cost, { ended: { ...ended } }),
      model: { requested: model.modelId, responded, provider, baseUrlHost, responseIds },
    }
    return end
  }
}

interface OpenTools {
  readonly tools: readonly Tool[]
  readonly close?: BrowserTools['close']
}

async function openTools(trial: Trial, options: ModelAgentOptions): Promise<OpenTools> {
  const { surface = 'tools', toolSet = 'all', browser, observe = 'snapshot' } = options
  if (surface === 'browser') {
    if (browser === undefined) throw new TypeError('Expected a browser for the surface browser; got none.')
    const { tools, close } = await openBrowserTools(trial, browser, observe)
    return { tools: [...tools, giveUp], close }
  }
  const connection = new McpConnection({ url: trial.mcpUrl, token: trial.token })
  const listed = await loadMcpTools(connection, trial.signal)
  if (surface === 'tools') return { tools: [...chooseTools(listed, toolSet), giveUp] }
  const own = listed.filter(({ name }) => ['clock', 'wait', 'submit'].includes(name))
  return { tools: [createHttpTool(trial), createSpecTool(trial), ...own, giveUp] }
}

/** Returns `openai` for a model whose provider is `openai.responses`. */
function readProvider({ provider }: LanguageModelV3): string {
  return provider.split('.', 1)[0] ?? provider
}

function describeTool({ name, description, inputSchema }: Tool): JsonObject {
  return { type: 'function', function: { name, description, parameters: inputSchema } }
}
