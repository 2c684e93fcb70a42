import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '@carebench/protocol'
import { readDataFile } from '../files/data-file.js'
import { readJsonFile, readTextFile } from '../files/json-file.js'
import type { Agent, Trajectory, TrialLimits } from '../runner/agent.js'
import type { Observe } from '../runner/browser/browser-tools.js'
import { BrowserMissingError, findBrowser, type InstalledBrowser } from '../runner/browser/playwright-mcp.js'
import { createModelAgent } from '../runner/models/model-agent.js'
import { type Pace, realPace } from '../runner/models/providers/pace.js'
import { type Price, type Prices, PricesError, readPrices } from '../runner/models/providers/prices.js'
import {
  isHostedProvider,
  listKeyVariables,
  ModelAddressError,
  openModel,
  parseModelName,
  readHost,
} from '../runner/models/providers/provider.js'
import { ProviderLimiter } from '../runner/models/providers/provider-limiter.js'
import { ProviderOptionError } from '../runner/models/providers/provider-options.js'
import { readSentSettings } from '../runner/models/providers/sent-settings.js'
import { createReplayModel } from '../runner/models/replay-model.js'
import { createRedact } from '../runner/results/redact.js'
import type { Surface } from '../runner/surface.js'
import type { ToolSet } from '../runner/tools/tool-set.js'
import { findTrajectoryFaults, isTrajectory } from '../runner/trajectory/trajectory-faults.js'
import { UsageError } from '../terminal/exit-reason.js'
import type { PricedModel } from './cost-estimate.js'
import { nameOfChoice, type OwnSettings, readOwnSettings } from './model-choice.js'
import type { ModelChoice, SetOption } from './model-words.js'
import type { TokenLimits } from './quantities.js'

/** The options of `carebench run` about models. */
export interface ModelChoices {
  /**
   * `<provider>/<model>` or `<name>=<provider>/<model>`; in a run file, also an object with settings for this model.
   */
  readonly model?: readonly ModelChoice[]
  readonly set?: readonly SetOption[]
  readonly allowDroppedSettings?: boolean
  /** A trajectory file, or a folder with some. */
  readonly modelFrom?: string
  /** The base URL of models whose provider has no address of its own; if there are none, of all models. */
  readonly baseUrl?: string
  readonly surface?: Surface
  /** The view of a page that models in a browser get. */
  readonly observe?: Observe
  readonly toolSet?: ToolSet
  /** The file with the system prompt. */
  readonly system?: string
  readonly temperature?: number
  readonly maxOutputTokens?: number
  readonly modelSeed?: number
  readonly reasoningEffort?: string
  /** Maximum number of connections of each model, by provider; the empty name is for all others. */
  readonly maxConnections?: Readonly<Record<string, number>>
  /** How long a failed request is retried, in milliseconds. */
  readonly retryWindow?: number
  /** Milliseconds without data after which a request counts as failed. */
  readonly stall?: number
  /** The file of prices. */
  readonly prices?: string
  readonly maxSteps?: number
  readonly maxToolErrors?: number
  readonly maxTokens?: TokenLimits
  /** Cost limit of a trial in US dollars. */
  readonly maxCost?: number
  readonly maxObservation?: number
  /** Budget of the run in US dollars. */
  readonly budget?: number
}

/** Agents, with the keys of their providers, which must not appear in any file. */
export interface ChosenModels {
  readonly agents: readonly Agent[]
  readonly secrets: readonly string[]
  /** The prices of all models but a replayed one, which costs nothing. */
  readonly priced: readonly PricedModel[]
}

/** Returns the limits of a trial from options. */
export function toLimits(choices: ModelChoices): TrialLimits {
  const { maxSteps, maxToolErrors, maxTokens, maxCost, maxObservation } = choices
  return {
    ...(maxSteps !== undefined && { steps: maxSteps }),
    ...(maxToolErrors !== undefined && { toolErrors: maxToolErrors }),
    ...(maxTokens !== undefined && { tokens: maxTokens }),
    ...(maxCost !== undefined && { cost: maxCost }),
    ...(maxObservation !== undefined && { observation: maxObservation }),
  }
}

/** Options that concern only models, as the user writes them. */
const ofModels = {
  observe: 'observe',
  toolSet: 'tool_set',
  system: 'system',
  set: '--set',
  temperature: 'temperature',
  modelSeed: 'model_seed',
  reasoningEffort: 'reasoning_effort',
  maxOutputTokens: 'max_output_tokens',
} as const satisfies Partial<Record<keyof ModelChoices, string>>

/** Throws a {@link UsageError} for an option without effect. */
function assertUsed(choices: ModelChoices): void {
  const { model = [], modelFrom, surface = 'tools', observe, toolSet } = choices
  if (toolSet !== undefined && surface !== 'tools') {
    throw new UsageError(`tool_set chooses among typed tools: leave it out with the surface ${surface}`)
  }
  if (observe !== undefined && surface !== 'browser') {
    throw new UsageError(`observe is for the surface browser, not ${surface}: leave it out`)
  }
  if (model.length > 0 || modelFrom !== undefined) return
  const unused = Object.entries(ofModels).find(([name]) => choices[name as keyof typeof ofModels] !== undefined)
  if (unused !== undefined)
    throw new UsageError(`${unused[1]} is for models, but the command has no model: leave it out, or add --model`)
}

/** Opens the chosen models. Throws a {@link UsageError} for an invalid choice. */
export async function createChosenModels(
  choices: ModelChoices,
  environment: Readonly<Record<string, string | undefined>>,
  pace: Pace = realPace,
): Promise<ChosenModels> {
  const { model: chosen = [], set = [], modelFrom, surface, observe, toolSet, baseUrl, retryWindow, stall } = choices
  const { maxCost } = choices
  assertUsed(choices)
  const prices = choices.prices === undefined ? undefined : readPriceFile(choices.prices)
  const systemPrompt = choices.system === undefined ? undefined : readTextFile(choices.system)
  const shared = {
    pace,
    ...(surface !== undefined && { surface }),
    ...(observe !== undefined && { observe }),
    ...(surface === 'browser' &&
      (chosen.length > 0 || modelFrom !== undefined) && { browser: openInstalled(environment) }),
    ...(toolSet !== undefined && { toolSet }),
    ...(systemPrompt !== undefined && { systemPrompt }),
    ...(retryWindow !== undefined && { retryWindow }),
    ...(stall !== undefined && { stall }),
  }
  const limiters = new Map<string, ProviderLimiter>()
  const secrets: string[] = []
  const agents: Agent[] = []
  const priced: PricedModel[] = []
  const hasOwnServer = chosen.some((choice) => !isHostedProvider(readAddress(choice).split('/', 1)[0] ?? ''))
  for (const [index, choice] of chosen.entries()) {
    const own = readOwnSettings(choice, index, set)
    const { provider } = parseModel(readAddress(choice))
    // The key of a hosted provider must not be sent to the server of other models.
    const sharedUrl = hasOwnServer && isHostedProvider(provider) ? undefined : baseUrl
    const price = own.price ?? prices?.get(readAddress(choice))
    const opened = await openChosen(choice, { ...own, baseUrl: own.baseUrl ?? sharedUrl, price }, choices, environment)
    if (opened.apiKey !== undefined) secrets.push(opened.apiKey)
    const limiter = limiters.get(opened.place) ?? new ProviderLimiter({ pace, ...limitConnections(choices, provider) })
    // One limiter per model and key, so that a stopped or rate-limited model does not affect others.
    limiters.set(opened.place, limiter)
    priced.push({ agent: opened.agent.name, price })
    // The server of a model could write the key that it receives into a tool call.
    const redact = createRedact(opened.apiKey === undefined ? [] : [opened.apiKey])
    agents.push(createModelAgent({ ...shared, ...opened.agent, limiter, redact }))
  }
  if (modelFrom !== undefined) {
    if (maxCost !== undefined) throw new UsageError('a replayed model costs nothing: leave out max_cost')
    const model = createReplayModel(readTrajectories(modelFrom))
    agents.push(
      createModelAgent({
        ...shared,
        settings: toSettings(choices),
        name: 'replay',
        model,
        provider: 'replay',
        checked: false,
      }),
    )
  }
  return { agents, secrets, priced }
}

function openInstalled(environment: Readonly<Record<string, string | undefined>>): InstalledBrowser {
  try {
    return findBrowser(environment)
  } catch (error) {
    throw error instanceof BrowserMissingError ? new UsageError(error.message, { cause: error }) : error
  }
}

type Chosen = Omit<OwnSettings, 'baseUrl' | 'price'> & {
  readonly baseUrl: string | undefined
  readonly price: Price | undefined
}

/** Opens one model with its settings, and determines what would be sent to its provider. */
async function openChosen(
  choice: ModelChoice,
  { baseUrl, contextWindow, connection, price, settings: own }: Chosen,
  choices: ModelChoices,
  environment: Readonly<Record<string, string | undefined>>,
) {
  const address = readAddress(choice)
  const { provider, model: name } = parseModel(address)
  const apiKey = listKeyVariables(provider)
    .map((variable) => environment[variable])
    .find(Boolean)
  if (price === undefined && (choices.maxCost !== undefined || choices.budget !== undefined)) {
    throw new UsageError(`a limit of the cost needs the price of ${address}: add it to the file of prices`)
  }
  const place = baseUrl === undefined ? {} : { baseUrl }
  const settings = { ...toSettings(choices), ...own }
  try {
    const key = apiKey === undefined ? {} : { apiKey }
    const model = await openModel({ provider, model: name, ...place, ...key, settings: connection })
    const sent = await readSentSettings(model, provider, settings)
    if (sent.dropped.length > 0 && choices.allowDroppedSettings !== true) {
      throw new UsageError(
        `${address} does not accept ${sent.dropped.join(', ')} as set: leave that out, or run without it with ` +
          'allow_dropped_settings',
      )
    }
    const agent = {
      name: named.exec(nameOfChoice(choice))?.[1] ?? address.replaceAll(/[^A-Za-z0-9._-]+/g, '-'),
      model,
      provider,
      baseUrlHost: readHost({ provider, ...place }),
      settings,
      sent,
      allowDroppedSettings: choices.allowDroppedSettings === true,
      ...(contextWindow !== undefined && { contextWindow }),
      ...(price !== undefined && { price }),
    }
    return { agent, apiKey, place: JSON.stringify([address, place, connection, apiKey]) }
  } catch (error) {
    if (error instanceof ModelAddressError || error instanceof ProviderOptionError) {
      throw new UsageError(error.message, { cause: error })
    }
    throw error
  }
}

function parseModel(address: string) {
  try {
    return parseModelName(address)
  } catch (error) {
    throw error instanceof ModelAddressError ? new UsageError(error.message, { cause: error }) : error
  }
}

function limitConnections({ maxConnections = {} }: ModelChoices, provider: string) {
  const connections = maxConnections[provider] ?? maxConnections['']
  return connections === undefined ? {} : { connections }
}

/** `<name>=<provider>/<model>` */
const named = /^([A-Za-z0-9._-]+)=(.+)$/s

function readAddress(choice: ModelChoice): string {
  const text = nameOfChoice(choice)
  return named.exec(text)?.[2] ?? text
}

function toSettings({ temperature, maxOutputTokens, modelSeed, reasoningEffort }: ModelChoices) {
  return {
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(modelSeed !== undefined && { seed: modelSeed }),
    ...(reasoningEffort !== undefined && { reasoningEffort }),
  }
}

function readPriceFile(file: string): Prices {
  try {
    return readPrices(readDataFile(file))
  } catch (error) {
    if (error instanceof PricesError) throw new UsageError(`${file}: ${error.message}`, { cause: error })
    throw error
  }
}

/** Reads the trajectories in a file, or in all files `trajectory.json` below a folder. */
function readTrajectories(path: string): readonly Trajectory[] {
  if (!existsSync(path)) throw new UsageError(`${path} cannot be read: there is no such file or folder`)
  const files = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((file) => /(^|[/\\])trajectory\.json$/.test(file))
        .toSorted()
        .map((file) => join(path, file))
    : [path]
  if (files.length === 0) throw new UsageError(`${path} has no trajectory.json`)
  const trajectories = files.map((file) => {
    const value = readJsonFile(file)
    if (isTrajectory(value)) return value
    const [fault] = findTrajectoryFaults(value)
    throw new UsageError(`${file} is not a trajectory in ATIF 1.7: ${fault?.path || 'the document'} ${fault?.message}`)
  })
  // Unscored attempts are incomplete, so they come last, and are used only if a task has no other.
  return trajectories.toSorted((a, b) => Number(isUnscored(a)) - Number(isUnscored(b)))
}

function isUnscored({ extra }: Trajectory): boolean {
  const ended = isJsonObject(extra) ? extra.ended : undefined
  return isJsonObject(ended) && (ended.kind === 'infra' || ended.kind === 'interrupted')
}
