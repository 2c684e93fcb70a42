import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'

/** The parts of an MCP message that a proxy must understand. */
export interface McpCall {
  readonly id: JsonValue
  /** Undefined if the message cannot be read. */
  readonly method?: string
  /** The called tool; undefined for other messages. */
  readonly tool?: string
  readonly isSubmission: boolean
  /** The output of a submission that has one. */
  readonly output?: JsonValue
  /** The response to a message that is not passed on. */
  readonly refusal?: JsonObject
  /** True if the message cannot be read. */
  readonly isUnreadable?: true
}

/** Reads a message. Unreadable messages are not passed on, because the server might read a submission in them. */
export function readMcpCall(body: Uint8Array): McpCall {
  let message: unknown
  try {
    message = JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return unreadable('The body must be JSON in UTF-8, without a byte order mark.')
  }
  // A submission must not hide in a batch; current protocol versions have no batches.
  if (Array.isArray(message)) {
    const error = { code: -32600, message: 'Send one message in each request; batches are not supported.' }
    return { id: null, isSubmission: false, refusal: { jsonrpc: '2.0', id: null, error } }
  }
  if (!isJsonObject(message)) return unreadable('The body must be a JSON object.')
  const { method, params } = message
  const id = typeof message.id === 'string' || typeof message.id === 'number' ? message.id : null
  const { name, arguments: given = {} } = isJsonObject(params) ? params : {}
  if (method !== 'tools/call' || typeof name !== 'string') return { id, method: String(method), isSubmission: false }
  if (name !== 'submit') return { id, tool: name, isSubmission: false }
  const unknown = isJsonObject(given) ? Object.keys(given).filter((member) => member !== 'output') : ['arguments']
  if (unknown.length === 0 && isJsonObject(given)) {
    return { id, tool: name, isSubmission: true, ...('output' in given ? { output: given.output as JsonValue } : {}) }
  }
  const explained =
    'Nothing was sent. submit takes no argument but "output", got ' +
    `${unknown.map((one) => JSON.stringify(one)).join(', ')}.`
  return { id, tool: name, isSubmission: false, refusal: toolRefusal(id, 'INVALID_REQUEST', explained) }
}

function unreadable(problem: string): McpCall {
  const error = { code: -32700, message: `Parse error: ${problem}` }
  return { id: null, isSubmission: false, isUnreadable: true, refusal: { jsonrpc: '2.0', id: null, error } }
}

/** Returns the response to a submission, as from the service for a run of one task. */
export function submitted(id: JsonValue, taskRunId: string): JsonObject {
  return toolResult(
    id,
    { task_run_id: taskRunId, phase: 'completed', status: 'completed', remaining: 0 },
    { isError: false },
  )
}

/** Returns the response to a rejected tool call. */
export function toolRefusal(id: JsonValue, code: string, message: string): JsonObject {
  return toolResult(id, { error: { code, message } }, { isError: true })
}

function toolResult(id: JsonValue, value: JsonObject, { isError }: { readonly isError: boolean }): JsonObject {
  const content = [{ type: 'text', text: JSON.stringify(value) }]
  return { jsonrpc: '2.0', id, result: { content, ...(isError ? {} : { structuredContent: value }), isError } }
}
