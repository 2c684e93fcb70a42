import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { TrialResult } from '../results/trial-result.js'
import { type Cleaning, contentToText } from './cleaning.js'
import { deriveId, type ExportedRun, type ExportedTrial, listObjects } from './exported-run.js'

export interface TraceOptions {
  readonly cleaning: Cleaning
  /**
   * Whether spans contain the messages, and the arguments and results of tools; the conventions leave them out by
   * default.
   */
  readonly content: boolean
}

const spanKinds = { internal: 1, client: 3 } as const
const error = 2

/** Names of the providers in the semantic conventions. */
const providers: Readonly<Record<string, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'gcp.gemini',
}

/**
 * An attribute value. Structured values become JSON text, which more receivers understand than nested attributes; the
 * texts in them are cleaned one by one.
 */
type Attribute = string | number | boolean | readonly string[] | { readonly json: JsonValue } | null | undefined

/**
 * Converts a trial to OTLP/JSON (`TracesData`) with spans of the semantic conventions for generative AI: `invoke_agent`
 * around everything, `chat` for each model response, `execute_tool` for each call, and an event
 * `gen_ai.evaluation.result` for each criterion and for the whole trial. A response's span begins where the previous
 * step ended; trajectories lack the duration of tools, so their spans have no length. Undefined if the trial was not
 * begun. Trace and span ids are derived from the trial alone.
 */
export function createTrace(run: ExportedRun, trial: ExportedTrial, options: TraceOptions): JsonObject | undefined {
  const { result } = trial
  if (result === undefined) return undefined
  const trace = new Trace(run, trial, result, options)
  return {
    resourceSpans: [
      {
        resource: {
          attributes: toAttributes({
            'service.name': 'carebench',
            'carebench.benchmark': options.cleaning.text(run.benchmark),
            'carebench.benchmark.digest': run.benchmarkDigest,
          }),
        },
        scopeSpans: [{ scope: { name: 'carebench' }, spans: trace.spans() }],
      },
    ],
  }
}

class Trace {
  readonly #trial: ExportedTrial
  readonly #result: TrialResult
  readonly #options: TraceOptions
  readonly #traceId: string
  readonly #rootId: string
  readonly #start: number
  readonly #end: number
  readonly #common: Readonly<Record<string, Attribute>>
  #made = 0

  constructor(run: ExportedRun, trial: ExportedTrial, result: TrialResult, options: TraceOptions) {
    const { agent, task, trial: number } = trial.key
    this.#trial = trial
    this.#result = result
    this.#options = options
    this.#traceId = deriveId('trace', run.benchmark, agent, task, number, result.attempt, result.started_at).slice(
      0,
      32,
    )
    this.#rootId = this.#nextId()
    this.#start = Date.parse(result.started_at)
    this.#end = Math.max(this.#start, Date.parse(result.ended_at))
    const { model } = result
    this.#common = {
      'gen_ai.provider.name':
        model === null ? `carebench.${result.agent_kind}` : (providers[model.provider] ?? model.provider),
      'gen_ai.request.model': model?.requested,
      'gen_ai.conversation.id': `${agent}/${task}/${number}`,
    }
  }

  spans(): JsonObject[] {
    const { trajectory, calls } = this.#trial
    const inner =
      trajectory === undefined
        ? calls.map((call) => this.#spanOfCall(call))
        : this.#spansOfSteps(trajectory.steps, trajectory.agent)
    return [this.#root(), ...inner]
  }

  #root(): JsonObject {
    const { key, trajectory } = this.#trial
    const { ended, usage, model, verdict } = this.#result
    const failed = verdict === null || ended.kind === 'agent'
    const steps = trajectory?.steps ?? []
    const instructions = steps.filter(({ source }) => source === 'system')
    const version = trajectory?.agent.version
    return this.#span(`invoke_agent ${key.agent}`, {
      id: this.#rootId,
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        ...this.#common,
        'gen_ai.agent.name': key.agent,
        'gen_ai.agent.version': typeof version === 'string' ? version : undefined,
        'gen_ai.response.model': model?.responded[0],
        'gen_ai.usage.input_tokens': usage?.input,
        'gen_ai.usage.output_tokens': usage?.output,
        'gen_ai.usage.cache_read.input_tokens': usage?.cached,
        'gen_ai.usage.cache_creation.input_tokens': usage?.cache_write,
        'gen_ai.usage.reasoning.output_tokens': usage?.reasoning,
        'error.type': failed ? ended.reason : undefined,
        'carebench.task': key.task,
        'carebench.trial': key.trial,
        'carebench.ended': `${ended.kind}/${ended.reason}`,
        'carebench.verdict': verdict,
        'carebench.undecided_criteria': this.#result.undecided?.criteria,
        'carebench.seal_digest': this.#result.seal_digest,
        ...(this.#options.content && {
          'gen_ai.system_instructions':
            instructions.length > 0 ? { json: instructions.map((step) => textPart(step.message)) } : undefined,
          'gen_ai.input.messages': {
            json: steps
              .filter(({ source }) => source === 'user')
              .map(({ message }) => ({ role: 'user', parts: [textPart(message)] })),
          },
        }),
      },
      events: this.#evaluations(),
      ...(failed && { failure: ended.message ?? ended.reason }),
    })
  }

  #evaluations(): JsonObject[] {
    const { criteria } = this.#trial
    const { verdict, score } = this.#result
    const whole = { label: 'carebench', outcome: verdict, score, details: undefined }
    return [...criteria, ...(verdict === null ? [] : [whole])].map(({ label, outcome, score: value, details }) => ({
      timeUnixNano: nanoseconds(this.#end),
      name: 'gen_ai.evaluation.result',
      attributes: this.#attributes({
        'gen_ai.evaluation.name': label,
        'gen_ai.evaluation.score.label': outcome,
        'gen_ai.evaluation.explanation': details === '' ? undefined : details,
        ...(value !== null && { 'gen_ai.evaluation.score.value': value }),
      }),
    }))
  }

  #spansOfSteps(steps: readonly JsonObject[], agent: JsonObject): JsonObject[] {
    let from = this.#start
    return steps.flatMap((step) => {
      const said = typeof step.timestamp === 'string' ? Date.parse(step.timestamp) : Number.NaN
      const at = Math.min(Math.max(Number.isNaN(said) ? from : said, from), this.#end)
      const began = from
      from = at
      if (step.source !== 'agent' || step.is_copied_context === true) return []
      const results = isJsonObject(step.observation) ? listObjects(step.observation.results) : []
      const tools = listObjects(step.tool_calls).map((call) =>
        this.#spanOfTool(
          call,
          results.find(({ source_call_id: id }) => id === call.tool_call_id),
          at,
        ),
      )
      return step.llm_call_count === 0 ? tools : [this.#spanOfAnswer(step, agent, { began, at }), ...tools]
    })
  }

  #spanOfAnswer(
    step: JsonObject,
    agent: JsonObject,
    { began, at }: { readonly began: number; readonly at: number },
  ): JsonObject {
    const metrics = isJsonObject(step.metrics) ? step.metrics : {}
    const extra = isJsonObject(step.extra) ? step.extra : {}
    const asked = this.#common['gen_ai.request.model'] ?? keepText(agent.model_name) ?? keepText(step.model_name)
    const finish = keepText(extra.finish_reason)
    const calls = listObjects(step.tool_calls).map(({ tool_call_id: id, function_name: name, arguments: args }) => ({
      type: 'tool_call',
      id: id ?? null,
      name: name ?? null,
      arguments: args ?? {},
    }))
    return this.#span(`chat${asked === undefined ? '' : ` ${asked}`}`, {
      kind: spanKinds.client,
      began,
      at,
      attributes: {
        'gen_ai.operation.name': 'chat',
        ...this.#common,
        'gen_ai.request.model': asked,
        'gen_ai.response.model': keepText(step.model_name),
        'gen_ai.response.finish_reasons': finish === undefined ? undefined : [finish],
        'gen_ai.usage.input_tokens': keepCount(metrics.prompt_tokens),
        'gen_ai.usage.output_tokens': keepCount(metrics.completion_tokens),
        'gen_ai.usage.cache_read.input_tokens': keepCount(metrics.cached_tokens),
        ...(this.#options.content && {
          'gen_ai.output.messages': {
            json: [{ role: 'assistant', parts: [textPart(step.message), ...calls], finish_reason: finish ?? 'stop' }],
          },
        }),
      },
    })
  }

  #spanOfTool(call: JsonObject, result: JsonObject | undefined, at: number): JsonObject {
    const { content } = this.#options
    const extra = isJsonObject(result?.extra) ? result.extra : {}
    const failed = extra.is_error === true
    return this.#span(`execute_tool ${call.function_name}`, {
      began: at,
      at,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': keepText(call.function_name),
        'gen_ai.tool.call.id': keepText(call.tool_call_id),
        'gen_ai.tool.type': 'function',
        'error.type': failed ? (keepCount(extra.status)?.toString() ?? 'tool_error') : undefined,
        'carebench.log_seq': keepCount(extra.log_seq),
        ...(content && {
          'gen_ai.tool.call.arguments': { json: call.arguments ?? {} },
          'gen_ai.tool.call.result': result === undefined ? undefined : contentToText(result.content),
        }),
      },
      ...(failed && { failure: 'The tool rejected the call.' }),
    })
  }

  /** Creates the span of an HTTP call, for an agent without a trajectory. */
  #spanOfCall({ at, ms, method, path, status }: JsonObject): JsonObject {
    const began = Math.min(Math.max(Date.parse(String(at)) || this.#start, this.#start), this.#end)
    const [system = ''] = String(path).split(/[/?]/)
    const failed = typeof status === 'number' && status >= 400
    return this.#span(`execute_tool ${system}`, {
      began,
      at: Math.min(began + (keepCount(ms) ?? 0), this.#end),
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': system,
        'gen_ai.tool.type': 'extension',
        'http.request.method': keepText(method),
        'http.response.status_code': keepCount(status),
        'error.type': failed ? String(status) : undefined,
        ...(this.#options.content && { 'url.path': keepText(path) }),
      },
      ...(failed && { failure: `Status ${status}.` }),
    })
  }

  #span(name: string, span: SpanInput): JsonObject {
    const { id = this.#nextId(), kind = spanKinds.internal, began = this.#start, at = this.#end, failure } = span
    const { cleaning } = this.#options
    return {
      traceId: this.#traceId,
      spanId: id,
      ...(id !== this.#rootId && { parentSpanId: this.#rootId }),
      name: cleaning.text(name),
      kind,
      startTimeUnixNano: nanoseconds(began),
      endTimeUnixNano: nanoseconds(at),
      attributes: this.#attributes(span.attributes),
      ...(span.events !== undefined && { events: span.events }),
      status: failure === undefined ? {} : { code: error, message: cleaning.text(failure) },
    }
  }

  #attributes(values: Readonly<Record<string, Attribute>>): JsonObject[] {
    const { cleaning } = this.#options
    const clean = (value: Attribute): Attribute => {
      if (typeof value === 'string') return cleaning.text(value)
      if (isTexts(value)) return value.map((text) => cleaning.text(text))
      return typeof value === 'object' && value !== null ? { json: cleaning.json(value.json) } : value
    }
    return toAttributes(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, clean(value)])))
  }

  #nextId(): string {
    this.#made += 1
    return deriveId('span', this.#traceId, this.#made).slice(0, 16)
  }
}

interface SpanInput {
  readonly id?: string
  readonly kind?: number
  readonly began?: number
  readonly at?: number
  readonly attributes: Readonly<Record<string, Attribute>>
  readonly events?: readonly JsonObject[]
  /** Why the operation failed; absent if it did not. */
  readonly failure?: string
}

/** Attributes that the conventions define as doubles, whatever their value. */
const doubles = new Set(['gen_ai.evaluation.score.value'])

/** Converts attributes to the JSON mapping of protocol buffers, in which 64-bit integers are texts. */
function toAttributes(values: Readonly<Record<string, Attribute>>): JsonObject[] {
  return Object.entries(values).flatMap(([key, value]): JsonObject[] =>
    value === undefined || value === null ? [] : [{ key, value: valueToOtlp(key, value) }],
  )
}

function valueToOtlp(key: string, value: NonNullable<Attribute>): JsonObject {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') {
    const isDouble = doubles.has(key) || !Number.isSafeInteger(value)
    return isDouble ? { doubleValue: value } : { intValue: String(value) }
  }
  if (isTexts(value)) return { arrayValue: { values: value.map((text) => ({ stringValue: text })) } }
  return { stringValue: JSON.stringify(value.json) }
}

function textPart(message: JsonValue | undefined): JsonObject {
  return { type: 'text', content: contentToText(message) }
}

function isTexts(value: Attribute): value is readonly string[] {
  return Array.isArray(value)
}

function nanoseconds(ms: number): string {
  return `${BigInt(Math.round(ms)) * 1_000_000n}`
}

function keepText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function keepCount(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
