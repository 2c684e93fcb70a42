import type {
  LanguageModelV3,
  LanguageModelV3Content,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3ToolResultOutput,
  LanguageModelV3ToolResultPart,
  SharedV3ProviderMetadata,
} from '@ai-sdk/provider'
import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { ToolFile, ToolResult } from '../tools/tool.js'

/** A call of a tool as the model wrote it. */
export interface ModelCall {
  /** Unique within the answer. */
  readonly id: string
  readonly name: string
  /** What was written; an object with the text if it is no JSON object. */
  readonly arguments: JsonObject
  /** Why the arguments are no object; absent if they are one. */
  readonly fault?: string
  readonly providerMetadata?: SharedV3ProviderMetadata
}

/** The tool calls of an answer, in its order, without those that the provider carried out itself. */
export function callsOf(content: readonly LanguageModelV3Content[]): ModelCall[] {
  const seen = new Set<string>()
  return content.flatMap((part, index) => {
    if (part.type !== 'tool-call' || part.providerExecuted === true) return []
    const id = part.toolCallId === '' || seen.has(part.toolCallId) ? `${part.toolCallId}#${index}` : part.toolCallId
    seen.add(id)
    const { providerMetadata } = part
    return [{ id, name: part.toolName, ...readArguments(part.input), ...(providerMetadata && { providerMetadata }) }]
  })
}

export function textOf(content: readonly LanguageModelV3Content[], type: 'text' | 'reasoning'): string {
  return content.flatMap((part) => (part.type === type ? [part.text] : [])).join('\n')
}

/** An answer as the model gets it back with the next request, with what its provider needs to recognize it. */
export function answerToMessage(
  content: readonly LanguageModelV3Content[],
  calls: readonly ModelCall[],
): LanguageModelV3Message {
  const spoken = content.flatMap((part) => {
    if (part.type !== 'text' && part.type !== 'reasoning') return []
    const { type, text, providerMetadata } = part
    // Some providers refuse empty texts.
    if (type === 'text' && text === '') return []
    return [{ type, text, ...(providerMetadata && { providerOptions: providerMetadata }) }]
  })
  const called = calls.map(({ id, name, arguments: input, providerMetadata }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: sayableName(name),
    input,
    ...(providerMetadata && { providerOptions: providerMetadata }),
  }))
  return { role: 'assistant', content: [...spoken, ...called] }
}

/** The result of a call for the next request. */
export function resultToPart(
  model: Pick<LanguageModelV3, 'provider'>,
  { id, name }: Pick<ModelCall, 'id' | 'name'>,
  text: string,
  { isError, attachments = [] }: Pick<ToolResult, 'isError' | 'attachments'>,
): LanguageModelV3ToolResultPart {
  const shown = attachments.filter((file) => isReadable(model.provider, file))
  const left = attachments.filter((file) => !shown.includes(file))
  const note = left.map(({ mediaType }) => `\n[The attached ${mediaType} cannot be shown to this model.]`).join('')
  const value = text + note
  const output: LanguageModelV3ToolResultOutput =
    shown.length === 0
      ? { type: isError ? 'error-text' : 'text', value }
      : {
          type: 'content',
          value: [
            { type: 'text', text: value },
            ...shown.map(({ mediaType, base64 }) =>
              mediaType.startsWith('image/')
                ? { type: 'image-data' as const, mediaType, data: base64 }
                : { type: 'file-data' as const, mediaType, data: base64, filename: 'attachment.pdf' },
            ),
          ],
        }
  return { type: 'tool-result', toolCallId: id, toolName: sayableName(name), output }
}

/** What the interfaces of the providers take in the result of a tool; all others take text only. */
function isReadable(provider: string, { mediaType }: ToolFile): boolean {
  if (/^image\/(png|jpeg|gif|webp)$/.test(mediaType)) return /^(openai|anthropic|google)\./.test(provider)
  return mediaType === 'application/pdf' && /^(openai|anthropic)\./.test(provider)
}

/**
 * The prompt with marks at its beginning and its end, where the provider has to be told what to cache: without them, every request
 * of a long conversation would be paid in full. The answers do not depend on them.
 */
export function markForCache(
  { provider }: Pick<LanguageModelV3, 'provider'>,
  prompt: LanguageModelV3Prompt,
): LanguageModelV3Prompt {
  if (!provider.startsWith('anthropic.')) return prompt
  const mark = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }
  return prompt.map((message, index) =>
    index === 0 || index === prompt.length - 1 ? { ...message, ...mark } : message,
  )
}

/**
 * The name of a tool as every provider takes it back. A model that writes another one must not make its provider refuse the
 * next request, which would look like infrastructure.
 */
function sayableName(name: string): string {
  return /^[a-zA-Z0-9_-]{1,64}$/.test(name) ? name : 'unknown_tool'
}

function readArguments(input: string): Pick<ModelCall, 'arguments' | 'fault'> {
  // Some models write nothing for a tool without arguments.
  if (input.trim() === '') return { arguments: {} }
  let value: JsonValue
  try {
    value = JSON.parse(input) as JsonValue
  } catch (error) {
    const fault = `The arguments must be JSON: ${error instanceof Error ? error.message : String(error)}`
    return { arguments: { invalid_json: input }, fault }
  }
  if (isJsonObject(value)) return { arguments: value }
  return { arguments: { invalid: value }, fault: `The arguments must be a JSON object, got ${input.slice(0, 100)}` }
}
