import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { TrialStopError } from '../ended.js'

/** A tool as a server lists it. */
export interface ListedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  /** Whether the tool is rarely needed. */
  readonly isRare: boolean
}

export interface McpOptions {
  readonly url: string
  readonly token: string
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch
}

const protocolVersion = '2025-06-18'

/**
 * HTTP statuses and JSON-RPC codes with which a server rejects a message because of its content, which the model wrote.
 */
const refusals = { statuses: new Set([400, 413, 422]), codes: new Set([-32700, -32600, -32602]) }

/** Error when the server rejects a message because of its content. */
class RefusedMessageError extends Error {
  override readonly name = 'RefusedMessageError'
}

/**
 * A client of a stateless MCP server over Streamable HTTP, which lists and calls tools. Any response other than a tool
 * result ends the trial unscored.
 */
export class McpConnection {
  readonly #options: McpOptions
  #lastId = 0

  constructor(options: McpOptions) {
    this.#options = options
  }

  /** Reads all pages of the list. */
  async listTools(signal: AbortSignal): Promise<ListedTool[]> {
    const tools: ListedTool[] = []
    let cursor: JsonValue | undefined
    do {
      const page = await this.#request('tools/list', cursor === undefined ? {} : { cursor }, 'mcp_connect', signal)
      for (const tool of Array.isArray(page.tools) ? page.tools : []) tools.push(readTool(tool))
      cursor = typeof page.nextCursor === 'string' ? page.nextCursor : undefined
    } while (cursor !== undefined)
    return tools
  }

  /**
   * Calls a tool and returns its result. If the call fails, or the server rejects the message because of its arguments,
   * the result is an error.
   */
  async callTool(name: string, args: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    try {
      return await this.#request('tools/call', { name, arguments: args }, 'service', signal)
    } catch (error) {
      if (!(error instanceof RefusedMessageError)) throw error
      const value = { error: { code: 'INVALID_REQUEST', message: `Nothing was sent. ${error.message}` } }
      return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value, isError: true }
    }
  }

  async #request(
    method: string,
    params: JsonObject,
    reason: 'mcp_connect' | 'service',
    signal: AbortSignal,
  ): Promise<JsonObject> {
    const { url, token, fetch = globalThis.fetch } = this.#options
    const fail = (message: string, cause?: unknown) => {
      signal.throwIfAborted()
      const ended = { kind: 'infra', reason, message: `MCP ${method}: ${message}` } as const
      return Object.assign(new TrialStopError(ended), { cause })
    }
    let status: number
    let text: string
    try {
      const response = await fetch(url, {
        method: 'POST',
        signal,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': protocolVersion,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: ++this.#lastId, method, params }),
      })
      status = response.status
      text = await response.text()
    } catch (error) {
      throw fail(`no response: ${error instanceof Error ? error.message : String(error)}`, error)
    }
    if (method === 'tools/call' && refusals.statuses.has(status)) throw new RefusedMessageError(text.slice(0, 300))
    if (status !== 200) throw fail(`expected the status 200, got ${status}: ${text.slice(0, 300)}`)
    let answer: unknown
    try {
      answer = JSON.parse(text)
    } catch (error) {
      throw fail(`expected a response in JSON, got ${text.slice(0, 300)}`, error)
    }
    const { result, error } = isJsonObject(answer as JsonValue) ? (answer as JsonObject) : {}
    if (isJsonObject(result)) return result
    if (method === 'tools/call' && isJsonObject(error) && refusals.codes.has(Number(error.code))) {
      throw new RefusedMessageError(String(error.message).slice(0, 300))
    }
    throw fail(isJsonObject(error) ? `error ${error.code}: ${error.message}` : 'the response has no result')
  }
}

function readTool(tool: JsonValue): ListedTool {
  if (isJsonObject(tool) && typeof tool.name === 'string' && isJsonObject(tool.inputSchema)) {
    const isRare = isJsonObject(tool._meta) && tool._meta.rare === true
    return { name: tool.name, description: String(tool.description ?? ''), inputSchema: tool.inputSchema, isRare }
  }
  const message = `MCP tools/list: expected tools with name and inputSchema, got ${JSON.stringify(tool).slice(0, 200)}`
  throw new TrialStopError({ kind: 'infra', reason: 'mcp_connect', message })
}
