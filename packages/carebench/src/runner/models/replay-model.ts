import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3FinishReason,
  LanguageModelV3GenerateResult,
  LanguageModelV3Usage,
} from '@ai-sdk/provider'
import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { canonicalJson } from '@carebench/verifier'
import type { Trajectory } from '../agent.js'
import { digestBytes } from '../digest.js'
import { ModelRequestError } from './providers/model-fault.js'

/**
 * Creates a model that replays recorded trajectories: its responses are the steps of the trajectory with the same task,
 * whatever the tools return. In the same world, the verdicts are the same.
 *
 * @param trajectories of model agents; the first one of each task is used
 */
export function createReplayModel(trajectories: readonly Trajectory[]): LanguageModelV3 {
  const recorded = new Map(
    trajectories.toReversed().map((trajectory) => [readTask(trajectory), trajectory.steps.filter(isAnswer)]),
  )
  return {
    specificationVersion: 'v3',
    provider: 'replay',
    // Other trajectories make it a different model.
    modelId: `${trajectories[0]?.agent.model_name ?? 'model'}@${digestBytes(canonicalJson(trajectories)).slice(0, 12)}`,
    supportedUrls: {},
    async doGenerate(options) {
      const steps = recorded.get(taskOfPrompt(options))
      if (steps === undefined) {
        const message = 'No trajectory is for this task: its first user message must be the same.'
        throw new ModelRequestError({ kind: 'infra', reason: 'bad_request', message })
      }
      const turn = options.prompt.filter(({ role }) => role === 'assistant').length
      return parseAnswer(steps[turn] ?? { message: '' })
    },
    doStream: () => Promise.reject(new Error('A replayed model does not stream.')),
  }
}

function isAnswer({ source, is_copied_context: isCopied }: JsonObject): boolean {
  return source === 'agent' && isCopied !== true
}

function readTask({ steps }: Trajectory): string {
  return readText(steps.find(({ source }) => source === 'user')?.message)
}

function taskOfPrompt({ prompt }: LanguageModelV3CallOptions): string {
  const user = prompt.find(({ role }) => role === 'user')
  if (user?.role !== 'user') return ''
  return user.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
}

function readText(message: JsonValue | undefined): string {
  if (typeof message === 'string') return message
  return (Array.isArray(message) ? message : [])
    .flatMap((part) => (isJsonObject(part) && typeof part.text === 'string' ? [part.text] : []))
    .join('')
}

function parseAnswer(step: JsonObject): LanguageModelV3GenerateResult {
  const { message, reasoning_content: reasoning, tool_calls: calls, metrics, extra } = step
  const text = readText(message)
  const content: LanguageModelV3Content[] = [
    ...(typeof reasoning === 'string' ? [{ type: 'reasoning' as const, text: reasoning }] : []),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...(Array.isArray(calls) ? calls.filter(isJsonObject) : []).map((call) => ({
      type: 'tool-call' as const,
      toolCallId: String(call.tool_call_id),
      toolName: String(call.function_name),
      input: toInput(call.arguments),
    })),
  ]
  const { finish_reason: reason, raw_finish_reason: raw } = isJsonObject(extra) ? extra : {}
  const isCalling = content.some(({ type }) => type === 'tool-call')
  const known = ['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other']
  const unified = known.find((one) => one === reason) ?? (isCalling ? 'tool-calls' : 'stop')
  return {
    content,
    finishReason: {
      unified: unified as LanguageModelV3FinishReason['unified'],
      raw: typeof raw === 'string' ? raw : undefined,
    },
    usage: readUsage(isJsonObject(metrics) ? metrics : {}),
    warnings: [],
  }
}

/** Returns the arguments as text; those that were not an object are already stored as text. */
function toInput(args: JsonValue | undefined): string {
  return isJsonObject(args) && typeof args.invalid_json === 'string' ? args.invalid_json : JSON.stringify(args ?? {})
}

function readUsage(metrics: JsonObject): LanguageModelV3Usage {
  const read = (name: string) => (typeof metrics[name] === 'number' ? metrics[name] : undefined)
  return {
    inputTokens: {
      total: read('prompt_tokens'),
      noCache: undefined,
      cacheRead: read('cached_tokens'),
      cacheWrite: undefined,
    },
    outputTokens: { total: read('completion_tokens'), text: undefined, reasoning: undefined },
  }
}
