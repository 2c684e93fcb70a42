import type { LanguageModelV3CallOptions } from '@ai-sdk/provider'
import type { AgentCheck } from '../agent.js'
import { TrialStopError } from '../ended.js'
import { type AskOptions, askModel } from './ask-model.js'
import { listCalls, readText } from './conversation.js'
import { ModelRequestError } from './providers/model-fault.js'
import { computeCost, type Price } from './providers/prices.js'
import { assertTaken, type TakenSettings } from './providers/taken-settings.js'
import { usageFromProvider } from './tally.js'

export interface CheckModelOptions extends Omit<AskOptions, 'onThrottled' | 'reserved'> {
  readonly settings: Omit<LanguageModelV3CallOptions, 'prompt' | 'tools' | 'abortSignal'>
  readonly price: Price | undefined
  /** The settings that the provider must accept; default: dropped settings are not checked. */
  readonly taken?: TakenSettings
}

/**
 * Asks a model with its settings to call a tool without arguments, to check that the provider is reachable, accepts the
 * key, knows the model, accepts the settings, and supports tool calls.
 *
 * @throws {TrialStopError} that says which of these failed
 */
export async function checkModel({ settings, price, taken, ...ask }: CheckModelOptions): Promise<AgentCheck> {
  const { model } = ask
  const { result } = await askModel(
    { ...ask, onThrottled: () => undefined },
    {
      ...settings,
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Call the tool ready now. Write nothing else.' }] }],
      tools: [
        {
          type: 'function',
          name: 'ready',
          description: 'Says that you are ready to work.',
          inputSchema: { type: 'object', properties: {}, additionalProperties: false },
          ...(/^(openai|azure)\./.test(model.provider) && { strict: false }),
        },
      ],
      toolChoice: { type: 'auto' },
    },
  ).catch(rethrowAsStop)
  const { content, finishReason, warnings } = result
  if (taken !== undefined) assertTaken(model.modelId, taken, warnings)
  if (listCalls(content).length === 0) {
    const said = readText(content, 'text').slice(0, 200)
    const instead =
      said === '' ? `ended with ${finishReason.raw ?? finishReason.unified}` : `said ${JSON.stringify(said)}`
    const message =
      `The model ${model.modelId} was expected to call the one tool that it has, but ${instead}. Servers of OpenAI's ` +
      'interface support tool calls only for some models, and often only if they are started with an option for ' +
      'them.'
    throw new TrialStopError({ kind: 'infra', reason: 'bad_request', message })
  }
  const usage = usageFromProvider(result.usage)
  return {
    message: `${model.modelId} answers and calls tools`,
    cost: computeCost(price, usage),
    ...((usage === null || usage.input === null || usage.output === null) && { isUsageUnknown: true }),
  }
}

/** Throws a model's error as a `TrialStopError`. */
export function rethrowAsStop(error: unknown): never {
  throw error instanceof ModelRequestError ? Object.assign(new TrialStopError(error.ended), { cause: error }) : error
}
