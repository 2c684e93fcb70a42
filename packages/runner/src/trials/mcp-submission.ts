import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'

/** A message to the MCP server of a run, as far as a proxy has to understand it. */
export interface McpCall {
  readonly id: JsonValue
  /** The tool that is called; undefined for other messages. */
  readonly tool?: string
  readonly isSubmission: boolean
  /** The output of a submission that has one. */
  readonly output?: JsonValue
  /** The response to a message that is not passed on. */
  readonly refusal?: JsonObject
}

/** Reads a message; undefined if it is none, which is for the server to refuse. */
export function readMcpCall(body: Uint8Array): McpCall | undefined {
  let message: unknown
  try {
    message = JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined
  }
  // A submission must not hide in a batch. The current versions of the protocol have none.
  if (Array.isArray(message)) {
    const error = { code: -32600, message: 'Send one message in each request; batches are not supported.' }
    return { id: null, isSubmission: false, refusal: { jsonrpc: '2.0', id: null, error } }
  }
  if (!isJsonObject(message)) return undefined
  const { id = null, method, params } = message
  const { name, arguments: given = {} } = isJsonObject(params) ? params : {}
  if (method !== 'tools/call' || typeof name !== 'string') return { id, isSubmission: false }
  if (name !== 'submit') return { id, tool: name, isSubmission: false }
  const unknown = isJsonObject(given) ? Object.keys(given).filter((member) => member !== 'output') : ['arguments']
  if (unknown.length === 0 && isJsonObject(given)) {
    return { id, tool: name, isSubmission: true, ...('output' in given ? { output: given.output as JsonValue } : {}) }
  }
  const explained = `Nothing was sent. submit takes no argument but "output", got ${unknown.map((one) => JSON.stringify(one)).join(', ')}.`
  return { id, tool: name, isSubmission: false, refusal: toolRefusal(id, 'INVALID_REQUEST', explained) }
}

/** The response to a submission, as the service gives it for a run of one task. */
export function submitted(id: JsonValue, taskRunId: string): JsonObject {
  return toolResult(
    id,
    { task_run_id: taskRunId, phase: 'completed', status: 'completed', remaining: 0 },
    { isError: false },
  )
}

/** The response to a call of a tool that is refused. */
export function toolRefusal(id: JsonValue, code: string, message: string): JsonObject {
  return toolResult(id, { error: { code, message } }, { isError: true })
}

function toolResult(id: JsonValue, value: JsonObject, { isError }: { readonly isError: boolean }): JsonObject {
  const content = [{ type: 'text', text: JSON.stringify(value) }]
  return { jsonrpc: '2.0', id, result: { content, ...(isError ? {} : { structuredContent: value }), isError } }
}
