import { Buffer } from 'node:buffer'
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
import { isTooDeep, tooDeep } from '../json-depth.js'
import type { ToolFile, ToolResult } from '../tools/tool.js'
import { amendMessage } from './wire/amend-message.js'
import type { CallChange, OwnMessage } from './wire/dialect.js'
import { placeholderFor } from './wire/exchange.js'

/** A tool call as written by the model. */
export interface ModelCall {
  /** Unique within the answer. */
  readonly id: string
  readonly name: string
  /** The arguments; an object with the text if they are not a JSON object. */
  readonly arguments: JsonObject
  /** Why the arguments are not an object; absent if they are. */
  readonly fault?: string
}

/** The tool calls of a response, in order, without those that the provider ran itself. */
export function listCalls(content: readonly LanguageModelV3Content[]): ModelCall[] {
  const seen = new Set<string>()
  return content.flatMap((part, index) => {
    if (!isOwnCall(part)) return []
    const id = part.toolCallId === '' || seen.has(part.toolCallId) ? `${part.toolCallId}#${index}` : part.toolCallId
    seen.add(id)
    return [{ id, name: part.toolName, ...readArguments(part.input) }]
  })
}

export function readText(content: readonly LanguageModelV3Content[], type: 'text' | 'reasoning'): string {
  return content.flatMap((part) => (part.type === type ? [part.text] : [])).join('\n')
}

/** Maximum size of invalid arguments that are sent back completely, in bytes. */
const maxInvalidBytes = 32_768
/** Number of characters kept of longer invalid arguments. */
const clipped = 1000

/** The messages of a model and its tools so far. */
export class Conversation {
  readonly #messages: { readonly message: LanguageModelV3Message; readonly own?: OwnMessage }[]

  constructor(system: string, task: string) {
    this.#messages = [
      { message: { role: 'system', content: system } },
      { message: { role: 'user', content: [{ type: 'text', text: task }] } },
    ]
  }

  /** @param own the message as the provider wrote it, if it is known */
  add(
    content: readonly LanguageModelV3Content[],
    calls: readonly ModelCall[],
    own: OwnMessage | undefined,
    results: readonly LanguageModelV3ToolResultPart[],
  ): void {
    const amended = own && amendMessage(own, calls.map(changeFor))
    this.#messages.push(
      { message: answerToMessage(content, calls), ...(amended && { own: amended }) },
      { message: { role: 'tool', content: [...results] } },
    )
  }

  /** The conversation as the provider's package writes it. */
  get prompt(): LanguageModelV3Prompt {
    return this.#messages.map(({ message }) => message)
  }

  /** The conversation with placeholders for messages that are sent back unchanged. */
  get ownPrompt(): { readonly prompt: LanguageModelV3Prompt; readonly own: readonly OwnMessage[] } {
    const own: OwnMessage[] = []
    const prompt = this.#messages.map((entry): LanguageModelV3Message => {
      if (entry.own === undefined) return entry.message
      own.push(entry.own)
      return { role: 'assistant', content: [{ type: 'text', text: placeholderFor(own.length - 1) }] }
    })
    return { prompt, own }
  }

  /** The conversation without the texts of tool results: the shortest one with the same messages. */
  get shortPrompt(): LanguageModelV3Prompt {
    return this.prompt.map((message): LanguageModelV3Message => {
      if (message.role !== 'tool') return message
      const content = message.content.map((part) =>
        part.type === 'tool-result' ? { ...part, output: shorten(part.output) } : part,
      )
      return { ...message, content }
    })
  }

  /** Whether the model has responded before. */
  get isAnswered(): boolean {
    return this.#messages.length > 2
  }

  /** The length of the conversation in characters, without files. */
  get length(): number {
    return JSON.stringify(this.prompt, (key, value: unknown) => (key === 'data' ? '' : value)).length
  }
}

/** Removes the texts of a result; files stay, because they may be rejected for other reasons than length. */
function shorten(output: LanguageModelV3ToolResultOutput): LanguageModelV3ToolResultOutput {
  if (output.type !== 'content') return { type: 'text', value: '…' }
  return { ...output, value: output.value.map((item) => (item.type === 'text' ? { ...item, text: '…' } : item)) }
}

type AssistantPart = Extract<LanguageModelV3Message, { readonly role: 'assistant' }>['content'][number]

/** Converts a response to a message, in its order, with the provider's metadata. */
function answerToMessage(
  content: readonly LanguageModelV3Content[],
  calls: readonly ModelCall[],
): LanguageModelV3Message {
  const left = calls.values()
  const parts = content.flatMap((part): AssistantPart[] => {
    if (isOwnCall(part)) {
      const { value: call } = left.next()
      if (call === undefined) return []
      const { id, name, replacement } = changeFor(call)
      const input = replacement ?? call.arguments
      return [{ type: 'tool-call' as const, toolCallId: id, toolName: name, input, ...readOptions(part) }]
    }
    if (part.type !== 'text' && part.type !== 'reasoning') return []
    const { type, text } = part
    // Some providers reject empty texts.
    return type === 'text' && text === '' ? [] : [{ type, text, ...readOptions(part) }]
  })
  return { role: 'assistant', content: parts }
}

function readOptions({ providerMetadata }: { readonly providerMetadata?: SharedV3ProviderMetadata }) {
  return providerMetadata === undefined ? {} : { providerOptions: providerMetadata }
}

/** Whether a part is a call of one of our tools, not one that the provider ran itself. */
function isOwnCall(part: LanguageModelV3Content): part is Extract<LanguageModelV3Content, { type: 'tool-call' }> {
  return part.type === 'tool-call' && part.providerExecuted !== true
}

function changeFor({ id, name, arguments: args, fault }: ModelCall): CallChange {
  const own = { id, name: sayableName(name) }
  const text = fault === undefined ? '' : textOfInvalid(args)
  if (Buffer.byteLength(text) <= maxInvalidBytes) return own
  const note = `[Clipped: these are the first ${clipped} of ${text.length} characters.]`
  return { ...own, replacement: { invalid_json: `${text.slice(0, clipped)}\n${note}` } }
}

function textOfInvalid({ invalid_json: text, invalid }: JsonObject): string {
  return typeof text === 'string' ? text : JSON.stringify(invalid ?? null)
}

/** Converts the result of a call for the next request. */
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

/** Whether a provider's interface accepts a file in a tool result; others accept only text. */
function isReadable(provider: string, { mediaType }: ToolFile): boolean {
  if (/^image\/(png|jpeg|gif|webp)$/.test(mediaType)) return /^(openai|azure|anthropic|google|vertex)\./.test(provider)
  return mediaType === 'application/pdf' && /^(openai|azure|anthropic|vertex)\./.test(provider)
}

/**
 * Adds cache marks at the beginning and the end of the prompt for providers that need them: without marks, every
 * request of a long conversation would cost the full price. They do not affect the responses.
 */
export function markForCache(
  { provider }: Pick<LanguageModelV3, 'provider'>,
  prompt: LanguageModelV3Prompt,
): LanguageModelV3Prompt {
  if (!/\banthropic\b/.test(provider)) return prompt
  const mark = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }
  return prompt.map((message, index) =>
    index === 0 || index === prompt.length - 1 ? { ...message, ...mark } : message,
  )
}

/**
 * Returns a tool name that every provider accepts. An invalid name written by the model must not make the provider
 * reject the next request, which would look like an infrastructure error.
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
  if (isTooDeep(value)) return { arguments: { invalid_json: input }, fault: `The arguments ${tooDeep}.` }
  if (isJsonObject(value)) return { arguments: value }
  return { arguments: { invalid: value }, fault: `The arguments must be a JSON object, got ${input.slice(0, 100)}` }
}
