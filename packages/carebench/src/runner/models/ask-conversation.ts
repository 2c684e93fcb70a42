import { APICallError, type LanguageModelV3CallOptions } from '@ai-sdk/provider'
import { type Answer, type AskOptions, askModel } from './ask-model.js'
import { type Conversation, markForCache } from './conversation.js'
import type { ContextWindow } from './providers/context-window.js'
import { ModelRequestError } from './providers/model-fault.js'
import { usageFromProvider } from './tally.js'

export interface AskConversationOptions extends AskOptions {
  readonly conversation: Conversation
  /** Of the model, over all trials. */
  readonly window: ContextWindow
  /** An answer that was only asked for to find out why another request was refused. */
  readonly onProbe: (answer: Answer) => void
}

/**
 * Asks a model for the next answer of a conversation. What the provider wrote goes back as it came; if the provider
 * refuses that, it goes back as the package of the provider writes it.
 *
 * A refusal for no known reason is taken for a full context window if the request was as long as the window, or if the
 * provider accepts the same conversation without the results of its tools: then only its length can be wrong.
 *
 * @throws {ModelRequestError} if there is no answer
 */
export async function askConversation(
  { conversation, window, onProbe, ...options }: AskConversationOptions,
  request: Omit<LanguageModelV3CallOptions, 'prompt'>,
): Promise<Answer> {
  const { model } = options
  const characters = conversation.length + JSON.stringify(request.tools ?? []).length
  const accepted = (answer: Answer) => {
    window.accept(characters, usageFromProvider(answer.result.usage)?.input ?? null)
    return answer
  }
  const { prompt, own } = conversation.ownPrompt
  try {
    return accepted(await askModel(options, { ...request, prompt: markForCache(model, prompt) }, own))
  } catch (fault) {
    if (!(fault instanceof ModelRequestError)) throw fault
    if (fault.ended.reason === 'context_window') window.refuse(characters, fault.message)
    if (!isUnexplained(fault)) throw fault
    const full = () => {
      window.refuse(characters, fault.message)
      return new ModelRequestError(
        { kind: 'limit', reason: 'context_window', message: fault.message },
        { cause: fault },
      )
    }
    const fit = window.judge(characters, fault.message)
    if (fit === 'full') throw full()
    if (fault.ended.reason !== 'bad_request' || !conversation.isAnswered) throw fault
    const retried = { ...options, reserved: undefined }
    const again = await askModel(retried, { ...request, prompt: markForCache(model, conversation.prompt) }).catch(
      ignoreFault,
    )
    if (again !== undefined) return accepted(again)
    if (fit === 'fits') throw fault
    const probe = await askModel(retried, { ...request, prompt: conversation.shortPrompt }).catch(ignoreFault)
    if (probe === undefined) throw fault
    onProbe(probe)
    throw full()
  }
}

/** A refusal that may be due to the conversation: some servers answer 500 to one that is too long. */
function isUnexplained({ ended, cause }: ModelRequestError): boolean {
  const isInternal = APICallError.isInstance(cause) && cause.statusCode === 500
  return ended.reason === 'bad_request' || (ended.reason === 'provider_5xx' && isInternal)
}

function ignoreFault(error: unknown): undefined {
  if (!(error instanceof ModelRequestError)) throw error
  return undefined
}
