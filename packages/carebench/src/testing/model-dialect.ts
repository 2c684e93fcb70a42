import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'

/** A tool call of a scripted model; arguments given as text are sent unchanged in dialects that have them as text. */
export interface SpokenCall {
  readonly id?: string
  readonly name: string
  readonly arguments: JsonObject | string
}

/** One response of a scripted model. */
export interface Speech {
  readonly text?: string
  readonly reasoning?: string
  readonly calls?: readonly SpokenCall[]
  /** Default: 100 tokens of input, 10 of output. Null: the server reports no usage. */
  readonly usage?: SpokenUsage | null
  readonly ends?: 'refusal' | 'content_filter' | 'length'
}

/** Tokens as the server reports them: `input` includes cached ones, `output` includes reasoning. */
export interface SpokenUsage {
  readonly input: number
  readonly output: number
  readonly cached?: number
  readonly cacheWrite?: number
  readonly reasoning?: number
}

/** The parts of a request that a script gets. */
export interface SpokenRequest {
  readonly dialect: string
  readonly model: string
  /** The number of earlier responses in this conversation: 0 for the first request. */
  readonly turn: number
  /** The results of the tools that the model called last, as texts. */
  readonly results: readonly string[]
  /** The names of the tools in the request. */
  readonly tools: readonly string[]
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: JsonObject
}

/** How one provider's interface reads a request and writes a response. */
export interface Dialect {
  readonly name: string
  readonly path: RegExp
  readonly read: (body: JsonObject, path: string) => Pick<SpokenRequest, 'model' | 'turn' | 'results' | 'tools'>
  readonly write: (speech: Speech, model: string, id: string) => JsonObject
  readonly error: (status: number, code: string, message: string) => JsonObject
}

const defaultUsage: SpokenUsage = { input: 100, output: 10 }

function readUsage({ usage = defaultUsage }: Speech): Required<SpokenUsage> | null {
  return usage === null ? null : { cached: 0, cacheWrite: 0, reasoning: 0, ...usage }
}

function argumentsText({ arguments: args }: SpokenCall): string {
  return typeof args === 'string' ? args : JSON.stringify(args)
}

function makeCalls({ calls = [] }: Speech, id: string): (SpokenCall & { readonly id: string })[] {
  return calls.map((call, index) => ({ ...call, id: call.id ?? `call_${id}_${index}` }))
}

/** The chat completions API of OpenAI and of compatible servers. */
const chat: Dialect = {
  name: 'chat',
  path: /^\/v1\/chat\/completions$/,
  read(body) {
    const messages = objects(body.messages)
    const last = messages.findLastIndex(({ role }) => role === 'assistant')
    return {
      model: String(body.model),
      turn: messages.filter(({ role }) => role === 'assistant').length,
      results: messages
        .slice(last + 1)
        .filter(({ role }) => role === 'tool')
        .map(({ content }) => readText(content)),
      tools: objects(body.tools).map((tool) => String(isJsonObject(tool.function) && tool.function.name)),
    }
  },
  write(speech, model, id) {
    const usage = readUsage(speech)
    const calls = makeCalls(speech, id)
    const finish = { refusal: 'stop', content_filter: 'content_filter', length: 'length' } as const
    return {
      id: `chatcmpl-${id}`,
      object: 'chat.completion',
      created: 1_767_225_600,
      model,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: speech.ends === 'refusal' ? null : (speech.text ?? null),
            ...(speech.ends === 'refusal' && { refusal: speech.text ?? 'I cannot help with that.' }),
            ...(speech.reasoning !== undefined && { reasoning_content: speech.reasoning }),
            ...(calls.length > 0 && {
              tool_calls: calls.map((call) => ({
                id: call.id,
                type: 'function',
                function: { name: call.name, arguments: argumentsText(call) },
              })),
            }),
          },
          finish_reason: speech.ends ? finish[speech.ends] : calls.length > 0 ? 'tool_calls' : 'stop',
        },
      ],
      ...(usage !== null && {
        usage: {
          prompt_tokens: usage.input,
          completion_tokens: usage.output,
          total_tokens: usage.input + usage.output,
          prompt_tokens_details: { cached_tokens: usage.cached },
          completion_tokens_details: { reasoning_tokens: usage.reasoning },
        },
      }),
    }
  },
  error: openAiError,
}

/** The responses API of OpenAI. */
const responses: Dialect = {
  name: 'responses',
  path: /^\/v1\/responses$/,
  read(body) {
    const items = objects(body.input)
    const spoken = items.map(
      ({ type, role }) => type === 'function_call' || type === 'reasoning' || role === 'assistant',
    )
    return {
      model: String(body.model),
      turn: spoken.filter((isSpoken, index) => isSpoken && spoken[index - 1] !== true).length,
      results: items
        .slice(spoken.lastIndexOf(true) + 1)
        .filter(({ type }) => type === 'function_call_output')
        .map(({ output }) => readText(output)),
      tools: objects(body.tools).flatMap(({ type, name, tools }) =>
        type === 'namespace' ? objects(tools).map((tool) => `${name}/${tool.name}`) : [String(name ?? type)],
      ),
    }
  },
  write(speech, model, id) {
    const usage = readUsage(speech)
    const reason = { content_filter: 'content_filter', length: 'max_output_tokens', refusal: undefined } as const
    const incomplete = speech.ends && reason[speech.ends]
    const text = speech.ends === 'refusal' ? (speech.text ?? 'I cannot help with that.') : speech.text
    return {
      id: `resp_${id}`,
      object: 'response',
      created_at: 1_767_225_600,
      status: incomplete === undefined ? 'completed' : 'incomplete',
      model,
      output: [
        ...(speech.reasoning === undefined
          ? []
          : [
              {
                type: 'reasoning',
                id: `rs_${id}`,
                encrypted_content: `sealed-${id}`,
                summary: [{ type: 'summary_text', text: speech.reasoning }],
              },
            ]),
        ...(text === undefined
          ? []
          : [
              {
                type: 'message',
                role: 'assistant',
                id: `msg_${id}`,
                content:
                  speech.ends === 'refusal'
                    ? [{ type: 'refusal', refusal: text }]
                    : [{ type: 'output_text', text, annotations: [] }],
              },
            ]),
        ...makeCalls(speech, id).map((call, index) => ({
          type: 'function_call',
          id: `fc_${id}_${index}`,
          call_id: call.id,
          ...nameInNamespace(call.name),
          arguments: argumentsText(call),
        })),
      ],
      incomplete_details: incomplete === undefined ? null : { reason: incomplete },
      ...(usage !== null && {
        usage: {
          input_tokens: usage.input,
          input_tokens_details: { cached_tokens: usage.cached },
          output_tokens: usage.output,
          output_tokens_details: { reasoning_tokens: usage.reasoning },
          total_tokens: usage.input + usage.output,
        },
      }),
    }
  },
  error: openAiError,
}

/** The messages API of Anthropic. */
const messages: Dialect = {
  name: 'messages',
  path: /^\/v1\/messages$/,
  read(body) {
    const all = objects(body.messages)
    const last = all.at(-1)
    return {
      model: String(body.model),
      turn: all.filter(({ role }) => role === 'assistant').length,
      results: objects(last?.content)
        .filter(({ type }) => type === 'tool_result')
        .map(({ content }) => readText(content)),
      tools: objects(body.tools).map(({ name }) => String(name)),
    }
  },
  write(speech, model, id) {
    const usage = readUsage(speech)
    const calls = makeCalls(speech, id)
    const stop = { refusal: 'refusal', content_filter: 'refusal', length: 'max_tokens' } as const
    return {
      type: 'message',
      id: `msg_${id}`,
      role: 'assistant',
      model,
      content: [
        ...(speech.reasoning === undefined
          ? []
          : [{ type: 'thinking', thinking: speech.reasoning, signature: `signed-${id}` }]),
        ...(speech.text === undefined ? [] : [{ type: 'text', text: speech.text }]),
        ...calls.map((call) => ({ type: 'tool_use', id: call.id, name: call.name, input: call.arguments })),
      ],
      stop_reason: speech.ends ? stop[speech.ends] : calls.length > 0 ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      ...(usage !== null && {
        usage: {
          input_tokens: usage.input - usage.cached - usage.cacheWrite,
          cache_read_input_tokens: usage.cached,
          cache_creation_input_tokens: usage.cacheWrite,
          output_tokens: usage.output,
        },
      }),
    }
  },
  error: (_, code, message) => ({ type: 'error', error: { type: code, message } }),
}

/** The API of Gemini. */
const gemini: Dialect = {
  name: 'gemini',
  path: /^\/v1beta\/models\/[^/]+:(?:generateContent|streamGenerateContent)$/,
  read(body, path) {
    const contents = objects(body.contents)
    return {
      model: path.slice('/v1beta/models/'.length, path.lastIndexOf(':')),
      turn: contents.filter(({ role }) => role === 'model').length,
      results: objects(contents.at(-1)?.parts).flatMap(({ functionResponse: answer }) =>
        isJsonObject(answer) && isJsonObject(answer.response)
          ? [readText(answer.response.content ?? answer.response.output)]
          : [],
      ),
      tools: objects(body.tools)
        .flatMap((tool) => objects(tool.functionDeclarations))
        .map(({ name }) => String(name)),
    }
  },
  write(speech, model, id) {
    const usage = readUsage(speech)
    const finish = { refusal: 'SAFETY', content_filter: 'SAFETY', length: 'MAX_TOKENS' } as const
    return {
      responseId: id,
      modelVersion: model,
      candidates: [
        {
          index: 0,
          content: {
            role: 'model',
            parts: [
              ...(speech.reasoning === undefined ? [] : [{ text: speech.reasoning, thought: true }]),
              ...(speech.text === undefined ? [] : [{ text: speech.text }]),
              ...makeCalls(speech, id).map(({ name, arguments: args }) => ({
                functionCall: { name, args },
                thoughtSignature: `signed-${id}`,
              })),
            ],
          },
          finishReason: speech.ends ? finish[speech.ends] : 'STOP',
        },
      ],
      ...(usage !== null && {
        usageMetadata: {
          promptTokenCount: usage.input,
          cachedContentTokenCount: usage.cached,
          candidatesTokenCount: usage.output - usage.reasoning,
          thoughtsTokenCount: usage.reasoning,
          totalTokenCount: usage.input + usage.output,
        },
      }),
    }
  },
  error: (status, code, message) => ({ error: { code: status, message, status: code.toUpperCase() } }),
}

export const dialects: readonly Dialect[] = [chat, responses, messages, gemini]

function openAiError(_: number, code: string, message: string): JsonObject {
  return { error: { message, type: code, param: null, code } }
}

/** Splits a tool name with the namespace of an MCP server: `mcp__desk/find`. */
function nameInNamespace(name: string): JsonObject {
  const at = name.indexOf('/')
  return at === -1 ? { name } : { namespace: name.slice(0, at), name: name.slice(at + 1) }
}

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

/** Returns the text of a content, which is a string or an array of parts. */
function readText(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content))
    return objects(content)
      .map(({ text }) => (typeof text === 'string' ? text : ''))
      .join('')
  return JSON.stringify(content ?? null)
}
