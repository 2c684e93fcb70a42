import { APICallError, type LanguageModelV3CallOptions } from '@ai-sdk/provider'
import { type Answer, type AskOptions, askModel } from './ask-model.js'
import { type Conversation, markForCache } from './conversation.js'
import type { ContextWindow } from './providers/context-window.js'
import { ModelRequestError } from './providers/model-fault.js'
import { usageFromProvider } from './tally.js'

export interface AskConversationOptions extends AskOptions {
  readonly conversation: Conversation
  /** The context window of the model, shared by all trials. */
  readonly window: ContextWindow
  /** Called with a response to a probe: a request made only to find out why another one was rejected. */
  readonly onProbe: (answer: Answer) => void
}

/**
 * Asks a model for the next response in a conversation. Sends the provider's own messages back unchanged; if the
 * provider rejects them, sends them as its package writes them.
 *
 * An unexplained rejection counts as a full context window if the request was as long as the window, or if the provider
 * accepts the same conversation without tool results, because then only its length can be the reason.
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

/** Whether a rejection may be due to the conversation: some servers return 500 for one that is too long. */
function isUnexplained({ ended, cause }: ModelRequestError): boolean {
  const isInternal = APICallError.isInstance(cause) && cause.statusCode === 500
  return ended.reason === 'bad_request' || (ended.reason === 'provider_5xx' && isInternal)
}

function ignoreFault(error: unknown): undefined {
  if (!(error instanceof ModelRequestError)) throw error
  return undefined
}
