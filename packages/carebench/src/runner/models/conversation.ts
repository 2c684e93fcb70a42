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

/** A call of a tool as the model wrote it. */
export interface ModelCall {
  /** Unique within the answer. */
  readonly id: string
  readonly name: string
  /** What was written; an object with the text if it is no JSON object. */
  readonly arguments: JsonObject
  /** Why the arguments are no object; absent if they are one. */
  readonly fault?: string
}

/** The tool calls of a response, in order, without those that the provider ran itself. */
export function callsOf(content: readonly LanguageModelV3Content[]): ModelCall[] {
  const seen = new Set<string>()
  return content.flatMap((part, index) => {
    if (!isOwnCall(part)) return []
    const id = part.toolCallId === '' || seen.has(part.toolCallId) ? `${part.toolCallId}#${index}` : part.toolCallId
    seen.add(id)
    return [{ id, name: part.toolName, ...readArguments(part.input) }]
  })
}

export function textOf(content: readonly LanguageModelV3Content[], type: 'text' | 'reasoning'): string {
  return content.flatMap((part) => (part.type === type ? [part.text] : [])).join('\n')
}

/** Bytes of arguments that are no JSON object and go back whole. */
const maxInvalidBytes = 32_768
/** Characters that are left of longer ones. */
const clipped = 1000

/** What a model and its tools have said so far. */
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

  /** The conversation, as the package of its provider writes it. */
  get prompt(): LanguageModelV3Prompt {
    return this.#messages.map(({ message }) => message)
  }

  /** The conversation with placeholders for the messages that go back as they came. */
  get ownPrompt(): { readonly prompt: LanguageModelV3Prompt; readonly own: readonly OwnMessage[] } {
    const own: OwnMessage[] = []
    const prompt = this.#messages.map((entry): LanguageModelV3Message => {
      if (entry.own === undefined) return entry.message
      own.push(entry.own)
      return { role: 'assistant', content: [{ type: 'text', text: placeholderFor(own.length - 1) }] }
    })
    return { prompt, own }
  }

  /** The conversation with nothing left of the results of the tools: as short as one with the same messages can be. */
  get shortPrompt(): LanguageModelV3Prompt {
    return this.prompt.map((message): LanguageModelV3Message => {
      if (message.role !== 'tool') return message
      const content = message.content.map((part) =>
        part.type === 'tool-result' ? { ...part, output: shorten(part.output) } : part,
      )
      return { ...message, content }
    })
  }

  /** Whether the model has answered before. */
  get isAnswered(): boolean {
    return this.#messages.length > 2
  }

  /** Characters of the conversation, without those of files. */
  get length(): number {
    return JSON.stringify(this.prompt, (key, value: unknown) => (key === 'data' ? '' : value)).length
  }
}

/** Without its texts; a file stays, because it may be refused for another reason than its length. */
function shorten(output: LanguageModelV3ToolResultOutput): LanguageModelV3ToolResultOutput {
  if (output.type !== 'content') return { type: 'text', value: '…' }
  return { ...output, value: output.value.map((item) => (item.type === 'text' ? { ...item, text: '…' } : item)) }
}

type AssistantPart = Extract<LanguageModelV3Message, { readonly role: 'assistant' }>['content'][number]

/** An answer in its own order, with what its provider needs to recognize it. */
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
      return [{ type: 'tool-call' as const, toolCallId: id, toolName: name, input, ...optionsOf(part) }]
    }
    if (part.type !== 'text' && part.type !== 'reasoning') return []
    const { type, text } = part
    // Some providers refuse empty texts.
    return type === 'text' && text === '' ? [] : [{ type, text, ...optionsOf(part) }]
  })
  return { role: 'assistant', content: parts }
}

function optionsOf({ providerMetadata }: { readonly providerMetadata?: SharedV3ProviderMetadata }) {
  return providerMetadata === undefined ? {} : { providerOptions: providerMetadata }
}

/** A call of a tool of ours, and not one that the provider ran itself. */
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
  if (/^image\/(png|jpeg|gif|webp)$/.test(mediaType)) return /^(openai|azure|anthropic|google|vertex)\./.test(provider)
  return mediaType === 'application/pdf' && /^(openai|azure|anthropic|vertex)\./.test(provider)
}

/**
 * The prompt with marks at its beginning and its end, where the provider needs to know what to cache: without them,
 * every request of a long conversation would be paid in full. The answers do not depend on them.
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
 * The name of a tool as every provider takes it back. A model that writes another one must not make its provider refuse
 * the next request, which would look like infrastructure.
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
