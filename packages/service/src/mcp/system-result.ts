import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { base64 } from '@scure/base'
import type { ServiceResponse } from '../http/request.js'
import { withSystemLinks, writeLinkHost } from './system-links.js'
import type { SystemRequest } from './system-request.js'
import { readMediaTypes } from './tool-input.js'

/**
 * Returns the response of a simulated system as the result of its tool. `structuredContent` has the status and the
 * body; the first content is the same as text, in which the body is as the system wrote it, with the decimals of its
 * numbers. A body that is neither JSON nor text is attached: an image as such, another as a resource.
 */
export function toSystemResult(
  { call, path, place }: SystemRequest,
  runPath: string,
  response: ServiceResponse,
): CallToolResult {
  const { status, headers, body } = response
  const linked = (text: string) => withSystemLinks(text, place, runPath)
  const type = headers['content-type'] ?? ''
  const head: JsonObject = {
    status,
    ...(body !== null && body.length > 0 && { content_type: type }),
    ...(headers.etag !== undefined && { etag: headers.etag }),
    ...(headers.location !== undefined && { location: linked(headers.location) }),
  }
  const isError = status >= 400
  if (body === null || body.length === 0) return toResult(head, JSON.stringify(head), isError)
  const text = typeof body === 'string' ? linked(body) : readText(type, body)
  if (text === undefined) {
    const structured = { ...head, bytes: body.length }
    const attached = attach(place, path, type, body as Uint8Array)
    const { content, ...rest } = toResult(structured, JSON.stringify(structured), isError)
    return { ...rest, content: [...content, attached] }
  }
  const isJson = isError || readMediaTypes(call.answer).json !== undefined
  const json = isJson && readEssence(type).endsWith('json') ? parse(text) : undefined
  const written = json === undefined ? JSON.stringify(text) : text
  return toResult({ ...head, body: json ?? text }, `${JSON.stringify(head).slice(0, -1)},"body":${written}}`, isError)
}

function toResult(structured: JsonObject, text: string, isError: boolean): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: structured, isError }
}

function attach(place: string, path: string, type: string, bytes: Uint8Array): CallToolResult['content'][number] {
  const mimeType = readEssence(type)
  const data = base64.encode(bytes)
  if (mimeType.startsWith('image/')) return { type: 'image', data, mimeType }
  return {
    type: 'resource',
    resource: { uri: `https://${writeLinkHost(place)}/${path.slice(place.length + 1)}`, mimeType, blob: data },
  }
}

/** Undefined for bytes that are not text by their media type, or not UTF-8. */
function readText(type: string, bytes: Uint8Array): string | undefined {
  if (!readEssence(type).startsWith('text/')) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

function readEssence(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase()
}
