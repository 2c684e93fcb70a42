import type { LanguageModelV3CallOptions, LanguageModelV3FunctionTool } from '@ai-sdk/provider'
import type { JsonObject } from '@carebench/protocol'
import type { AgentCounts, Release, Trial, TrialLimits } from '../agent.js'
import { type Ended, TrialStopError } from '../ended.js'
import type { Tool, ToolResult } from '../tools/tool.js'
import type { StepCall, TrajectoryBuilder } from '../trajectory/trajectory-builder.js'
import { endOfCut, endOfText } from './answer-end.js'
import { askConversation } from './ask-conversation.js'
import type { Answer, AskOptions } from './ask-model.js'
import { Conversation, listCalls, type ModelCall, readText, resultToPart } from './conversation.js'
import { declaredSchema } from './declared-schema.js'
import { ContextWindow } from './providers/context-window.js'
import { ModelRequestError } from './providers/model-fault.js'
import { computeCost, type Price } from './providers/prices.js'
import { Tally, usageFromProvider } from './tally.js'

/** A call of a tool with its whole result, for a file. */
export interface Observation extends JsonObject {
  readonly step: number
  readonly call_id: string
  readonly tool: string
  readonly arguments: JsonObject
  readonly is_error: boolean
  readonly content: string
}

export interface ChatLoopOptions extends Omit<AskOptions, 'signal' | 'onThrottled' | 'onPart'> {
  readonly trial: Pick<Trial, 'limits' | 'signal' | 'submitted' | 'note'>
  readonly tools: readonly Tool[]
  readonly system: string
  readonly task: string
  readonly settings: Omit<LanguageModelV3CallOptions, 'prompt' | 'tools' | 'abortSignal'>
  readonly price: Price | undefined
  /** The context window of the model, shared by all trials. Default: one for this conversation. */
  readonly window?: ContextWindow
  readonly trajectory: TrajectoryBuilder
  readonly onObservation: (observation: Observation) => void
}

/** How a conversation ended, with its usage. */
export interface ChatEnd {
  readonly ended: Ended
  readonly counts: AgentCounts
  readonly tally: Tally
  /** The models that responded according to the provider, each once. */
  readonly responded: readonly string[]
  readonly responseIds: readonly string[]
}

/** Maximum characters of a tool result shown to the model, unless the limits say otherwise. */
export const defaultObservation = 32_000
/** Default maximum number of consecutive results that are errors. */
export const defaultToolErrors = 10
/** Default maximum number of requests to the model. */
export const defaultSteps = 60

/**
 * Lets a model work on a trial with its tools until it submits, gives up, stops calling tools, or reaches a limit.
 * Calls of one response run in order. Does not reject if the trial fails; `ended` says how it ended.
 */
export async function runChat(options: ChatLoopOptions): Promise<ChatEnd> {
  const chat = new Chat(options)
  const ended = await chat.finish()
  return {
    ended,
    counts: chat.counts,
    tally: chat.tally,
    responded: [...chat.responded],
    responseIds: chat.responseIds,
  }
}

class Chat {
  readonly counts = { steps: 0, llmCalls: 0, toolCalls: 0, toolErrors: 0, invalidToolCalls: 0 }
  readonly tally = new Tally()
  readonly responded = new Set<string>()
  readonly responseIds: string[] = []
  readonly #options: ChatLoopOptions
  readonly #limits: TrialLimits
  readonly #conversation: Conversation
  readonly #window: ContextWindow
  readonly #tools: ReadonlyMap<string, Tool>
  readonly #functions: LanguageModelV3FunctionTool[]
  #errorsInRow = 0
  /** The connection of the first request. */
  #reserved: Release | undefined

  constructor(options: ChatLoopOptions) {
    const { system, task, tools, trajectory, trial, model } = options
    this.#options = options
    this.#limits = trial.limits
    this.#reserved = options.reserved
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]))
    this.#functions = tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      name,
      description,
      inputSchema: declaredSchema(model.provider, inputSchema),
      // Strict schemas forbid free-form objects such as queries and bodies.
      ...(/^(openai|azure)\./.test(model.provider) && { strict: false }),
    }))
    this.#conversation = new Conversation(system, task)
    this.#window = options.window ?? new ContextWindow()
    trajectory.addMessage('system', system)
    trajectory.addMessage('user', task)
  }

  async finish(): Promise<Ended> {
    const { signal, submitted } = this.#options.trial
    try {
      for (;;) {
        const ended = this.#limitReached() ?? (await this.#step())
        if (ended !== undefined) return ended
      }
    } catch (error) {
      if (submitted.aborted) return { kind: 'completed', reason: 'done' }
      if (error instanceof TrialStopError || error instanceof ModelRequestError) return error.ended
      if (signal.reason instanceof TrialStopError) return signal.reason.ended
      const message = `The runner failed: ${error instanceof Error ? error.message : String(error)}`
      return { kind: 'infra', reason: 'service', message }
    }
  }

  /** Returns the limit that forbids another request; undefined if there is none. */
  #limitReached(): Ended | undefined {
    const { steps = defaultSteps, tokens = {}, cost, toolErrors = defaultToolErrors } = this.#limits
    const { input, output } = this.tally.reported
    if (this.counts.steps >= steps) return limit('steps', `The model has answered ${steps} times.`)
    if (this.#errorsInRow >= toolErrors) return limit('tool_errors', `The last ${toolErrors} calls were refused.`)
    if (cost !== undefined && this.tally.knownCost >= cost) {
      return limit('cost', `The trial has cost $${this.tally.knownCost.toFixed(4)}, its limit is $${cost}.`)
    }
    const { total, input: maxInput, output: maxOutput } = tokens
    for (const [used, most, name] of [
      [input + output, total, 'tokens'],
      [input, maxInput, 'tokens of input'],
      [output, maxOutput, 'tokens of output'],
    ] as const) {
      if (most !== undefined && used >= most) return limit('tokens', `The trial has used ${used} ${name} of ${most}.`)
    }
    return undefined
  }

  /** Gets one response of the model, and runs its calls. */
  async #step(): Promise<Ended | undefined> {
    const { trial, settings, pace, model } = this.#options
    const onThrottled = (ms: number) => trial.note({ kind: 'throttled', ms })
    const onPart = () => trial.note({ kind: 'answering' })
    const request = { ...settings, tools: this.#functions, toolChoice: { type: 'auto' } as const }
    const reserved = this.#reserved
    this.#reserved = undefined
    const about = {
      conversation: this.#conversation,
      window: this.#window,
      onProbe: (it: Answer) => void this.#count(it),
    }
    const options = { ...this.#options, ...about, reserved, signal: trial.signal, onThrottled, onPart }
    const answer = await askConversation(options, request)
    const { result, reason } = answer
    this.counts.steps++
    const { usage, cost } = this.#count(answer)
    const { modelId, id } = result.response ?? {}
    if (modelId !== undefined) this.responded.add(modelId)
    if (id !== undefined) this.responseIds.push(id)
    const { content } = result
    const calls = listCalls(content)
    const done: StepCall[] = calls.map(({ id, name, arguments: args }) => ({ id, name, arguments: args }))
    const at = new Date(pace.now()).toISOString()
    const reasoning = readText(content, 'reasoning')
    try {
      const isCut = endOfCut(reason, content)
      const ended = isCut ?? (calls.length === 0 ? endOfText(content) : await this.#carryOut(calls, answer, done))
      trial.signal.throwIfAborted()
      return ended
    } finally {
      this.#options.trajectory.addAnswer({
        at,
        ...(modelId !== undefined && modelId !== model.modelId && { modelName: modelId }),
        message: readText(content, 'text'),
        ...(reasoning !== '' && { reasoning }),
        calls: done,
        finishReason: reason.unified,
        ...(reason.raw !== undefined && { rawFinishReason: reason.raw }),
        usage,
        cost,
      })
    }
  }

  /** Counts a successful request. */
  #count({ result, ms }: Answer) {
    const usage = usageFromProvider(result.usage)
    const cost = computeCost(this.#options.price, usage)
    this.counts.llmCalls++
    this.tally.add(usage, cost)
    this.#options.trial.note({ kind: 'model', ms, usage, cost, text: readText(result.content, 'text') })
    return { usage, cost }
  }

  async #carryOut(
    calls: readonly ModelCall[],
    { result: answer, own }: Answer,
    done: StepCall[],
  ): Promise<Ended | undefined> {
    const { trial, model, pace, onObservation } = this.#options
    const parts = []
    for (const [index, call] of calls.entries()) {
      trial.signal.throwIfAborted()
      const began = pace.now()
      const result = await this.#call(call)
      trial.note({ kind: 'tool', ms: pace.now() - began, isError: result.isError })
      this.counts.toolCalls++
      if (result.isInvalid === true) this.counts.invalidToolCalls++
      if (result.isError) this.counts.toolErrors++
      this.#errorsInRow = result.isError ? this.#errorsInRow + 1 : 0
      const { id, name, arguments: args } = call
      onObservation({
        step: this.counts.steps,
        call_id: id,
        tool: name,
        arguments: args,
        is_error: result.isError,
        content: result.text,
      })
      const text = cut(result.text, this.#limits.observation ?? defaultObservation)
      done[index] = { id, name, arguments: args, result: { content: text, extra: toExtra(result) } }
      if (result.ends !== undefined) return { kind: 'completed', reason: result.ends }
      parts.push(resultToPart(model, call, text, result))
    }
    this.#conversation.add(answer.content, calls, own, parts)
    return undefined
  }

  async #call({ name, arguments: args, fault }: ModelCall): Promise<ToolResult> {
    const { trial } = this.#options
    const tool = this.#tools.get(name)
    if (tool === undefined) {
      return refused(`There is no tool ${name.slice(0, 100)}. Tools: ${[...this.#tools.keys()].join(', ')}.`)
    }
    if (fault !== undefined) return refused(`Nothing was sent. ${fault}`)
    const result = await tool.call(args, trial.signal)
    return trial.submitted.aborted ? { ...result, ends: 'done' } : result
  }
}

function limit(reason: Extract<Ended, { readonly kind: 'limit' }>['reason'], message: string): Ended {
  return { kind: 'limit', reason, message }
}

function refused(text: string): ToolResult {
  return { text, isError: true, isInvalid: true }
}

function toExtra({ status, isError, bodyDigest, pictures, responses = [] }: ToolResult): JsonObject {
  return {
    is_error: isError,
    ...(pictures !== undefined && { pictures }),
    ...(status !== undefined && { status }),
    ...(bodyDigest !== undefined && { body_sha256: bodyDigest }),
    ...(responses.length > 0 && {
      responses: responses.map((one) => ({ status: one.status, body_sha256: one.bodyDigest })),
    }),
  }
}

/** Cuts a text without splitting a surrogate pair, and adds a note. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const isSurrogate = /[\ud800-\udbff]/.test(text.charAt(most - 1))
  const head = text.slice(0, isSurrogate ? most - 1 : most)
  return (
    `${head}\n[Cut: these are the first ${head.length} of ${text.length} characters. Ask for less, or for the next ` +
    'page.]'
  )
}
