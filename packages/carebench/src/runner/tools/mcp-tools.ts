import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { TrialStopError } from '../ended.js'
import type { ListedTool, McpConnection } from './mcp-connection.js'
import { digestOfBytes, digestOfText } from './response-digest.js'
import type { ToolFile, ToolResult } from './tool.js'
import type { ChoosableTool } from './tool-set.js'

/** Tools that models do not get, because the runner has already started the task, and the model has its instruction. */
const hidden = ['start_task']
/** Error codes of the service itself; simulated systems never use them in this format. */
const broken = ['INTERNAL', 'UNAVAILABLE', 'UNAUTHORIZED']

/** Loads the tools of a trial's MCP server, described to the model exactly as the server lists them. */
export async function loadMcpTools(connection: McpConnection, signal: AbortSignal): Promise<ChoosableTool[]> {
  const listed = await connection.listTools(signal)
  return listed.filter(({ name }) => !hidden.includes(name)).map((tool) => toTool(connection, tool))
}

function toTool(connection: McpConnection, { name, description, inputSchema, isRare }: ListedTool): ChoosableTool {
  return {
    name,
    description,
    inputSchema,
    isRare,
    async call(args, signal) {
      const result = readToolResult(await connection.callTool(name, args, signal))
      return name === 'submit' && !result.isError ? { ...result, ends: 'done' } : result
    },
  }
}

/**
 * Reads a tool result of a run.
 *
 * @throws {TrialStopError} if the service itself failed
 */
export function readToolResult(result: JsonObject): ToolResult {
  const parts = (Array.isArray(result.content) ? result.content : []).filter(isJsonObject)
  const text = parts.flatMap((part) => (typeof part.text === 'string' ? [part.text] : [])).join('\n')
  const structured = isJsonObject(result.structuredContent) ? result.structuredContent : parse(text)
  const { status, body, error } = structured
  const attachments = parts.flatMap(readFile)
  // Reads the error only in a failed response, because a successful body may contain text from the agent that looks
  // like an error.
  const failed = status === undefined ? error : isFailure(status) && isJsonObject(body) ? body.error : undefined
  if (isJsonObject(failed) && broken.includes(String(failed.code))) {
    const message = `The service failed: ${failed.code}: ${failed.message}`
    throw new TrialStopError({ kind: 'infra', reason: 'service', message })
  }
  return {
    text,
    isError: result.isError === true,
    ...(attachments.length > 0 && { attachments }),
    // No status means that the call was rejected before anything was sent.
    ...(status === undefined && isJsonObject(error) && error.code === 'INVALID_REQUEST' && { isInvalid: true }),
    ...(typeof status === 'number' && { status, bodyDigest: digestOfBody(structured, text, attachments) }),
  }
}

function isFailure(status: JsonValue): boolean {
  return typeof status === 'number' && (status === 401 || status >= 500)
}

/**
 * Returns the digest of a body. The text of a result ends with the body exactly as the system wrote it; the body of a
 * file is attached.
 */
function digestOfBody(structured: JsonObject, text: string, attachments: readonly ToolFile[]): string {
  const [file] = attachments
  if (file !== undefined) return digestOfBytes(file.base64)
  const at = text.indexOf(',"body":')
  if (at < 0) return digestOfText('')
  const isJson = /^[^;]*json\b/i.test(String(structured.content_type))
  return digestOfText(isJson ? text.slice(at + ',"body":'.length, -1) : String(structured.body))
}

function readFile(part: JsonObject): ToolFile[] {
  const { type, data, mimeType, resource } = part
  if (type === 'image' && typeof data === 'string') return [{ mediaType: String(mimeType), base64: data }]
  if (type !== 'resource' || !isJsonObject(resource) || typeof resource.blob !== 'string') return []
  return [{ mediaType: String(resource.mimeType ?? 'application/octet-stream'), base64: resource.blob }]
}

function parse(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as JsonValue
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}
