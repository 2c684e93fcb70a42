import {
  findJsonOperation,
  isJsonOperationId,
  isSystemKey,
  type JsonObject,
  type JsonOperationId,
  type JsonValue,
  keyedProxy,
  type ProxyOperation,
  readKeyInName,
  withoutSystemKey,
} from '@carebench/protocol'
import { type KeyMap, keysFromWire, keysToWire, toCamelCase, wireTable } from '@carebench/protocol/wire'
import type { System } from '@carebench/systems'
import { errorsOfArguments } from './argument-paths.js'
import { sandboxProxies } from './sandbox-call.js'
import { withoutSecrets } from './secrets.js'
import { callingTool, type ResourceTool } from './tools.js'

/** A request of a tool, answered as over HTTP. */
export interface ToolRequest {
  readonly method: string
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface ToolAnswer {
  readonly status: number
  readonly contentType: string
  readonly text: string
}

/** Sends a request with the token of the client. */
export type Send = (request: ToolRequest) => Promise<ToolAnswer>

/** The result of a tool: a text, the same content as a value unless it is an error, and whether it is an error. */
export interface ToolResult {
  readonly text: string
  readonly structured?: JsonObject
  readonly isError: boolean
}

type Arguments = Readonly<Record<string, unknown>>

/**
 * Executes an action of a tool. Errors of the service are returned with paths in the arguments, so that a client can
 * correct the call.
 */
export async function callTool(
  systems: readonly System[],
  tool: ResourceTool,
  input: Arguments,
  send: Send,
): Promise<ToolResult> {
  const { action, ...args } = input
  if (tool.name === callingTool && action === 'call') return callSandbox(sandboxProxies(systems), args, send)
  const operation = typeof action === 'string' ? tool.actions.get(action) : undefined
  if (operation === undefined) {
    const actions = [...tool.actions.keys(), ...(tool.name === callingTool ? ['call'] : [])].join(', ')
    return failure(`action must be one of ${actions}, got ${describeValue(action)}.`)
  }
  const request = toToolRequest(operation, args)
  if (typeof request === 'string') return failure(request)
  const { status, text } = await send(request)
  if (status >= 400) return { text: errorsOfArguments(operation, text), isError: true }
  if (text === '') return success({ done: true })
  const shown = withoutSecrets({ ...findJsonOperation(operation).response }, JSON.parse(text))
  return success(keysFromWire(readWireMaps(operation).response, shown) as JsonObject)
}

/** Returns the request for the arguments, or a message that says what is wrong with them. */
function toToolRequest(id: JsonOperationId, args: Arguments): ToolRequest | string {
  const { method, path, params, query, body } = findJsonOperation(id)
  const left = new Map(Object.entries(args))
  const take = (name: string): unknown => {
    const key = toCamelCase(name)
    const value = left.get(key)
    left.delete(key)
    return value
  }
  const problems: string[] = []
  let target = path
  for (const name of Object.keys(params.properties)) {
    const value = take(name)
    if (typeof value !== 'string' && typeof value !== 'number') problems.push(`${toCamelCase(name)} is required`)
    else target = target.replace(`{${name}}`, encodeSegment(value))
  }
  const search = new URLSearchParams()
  for (const name of Object.keys(query.properties)) {
    const value = take(name)
    for (const element of Array.isArray(value) ? value : [value])
      if (element !== undefined) search.append(name, String(element))
  }
  if (body === null && left.size > 0) problems.push(`this action does not take ${[...left.keys()].join(', ')}`)
  if (problems.length > 0) return `${problems.join('; ')}.`
  if (search.size > 0) target += `?${search}`
  if (body === null) return { method, target }
  return {
    method,
    target,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(keysToWire(readWireMaps(id).body, Object.fromEntries(left))),
  }
}

/** Sends a request to a simulated system; the result contains its status, content type and body. */
async function callSandbox(proxies: readonly ProxyOperation[], args: Arguments, send: Send): Promise<ToolResult> {
  const { id, group, method, path, headers = {}, body, ...unknown } = args
  const proxy = findProxy(proxies, group)
  const problems = [
    ...(typeof id === 'string' ? [] : ['id is required']),
    ...(proxy ? [] : [refuseGroup(proxies, group)]),
    ...(typeof method === 'string' ? [] : ['method is required']),
    ...(typeof path === 'string' ? [] : ['path is required']),
    ...Object.keys(unknown).map((name) => `unknown argument ${name}`),
  ]
  const sentHeaders = readHeaders(headers)
  if (sentHeaders === undefined) problems.push('headers must be an object of strings')
  if (problems.length > 0 || proxy === undefined || sentHeaders === undefined) return failure(`${problems.join('; ')}.`)
  const base = proxy.path.replace('{id}', encodeSegment(String(id))).slice(0, -1)
  const contentType = typeof body === 'string' ? 'text/plain' : 'application/json'
  const answer = await send({
    method: String(method).toUpperCase(),
    target: base + encodePath(String(path).replace(/^\//, '')),
    headers: body === undefined ? sentHeaders : { 'content-type': contentType, ...sentHeaders },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const result = { status: answer.status, contentType: answer.contentType, body: jsonOrText(answer) }
  return answer.status >= 400 ? failure(JSON.stringify(result)) : success(result)
}

/** Returns the proxy of a group, with or without the key of a system; undefined if there is none. */
function findProxy(proxies: readonly ProxyOperation[], group: unknown): ProxyOperation | undefined {
  if (typeof group !== 'string') return undefined
  const first = proxies.find((row) => row.group === withoutSystemKey(group))
  const key = readKeyInName(group)
  if (first === undefined || key === undefined) return first
  return isSystemKey(key) ? keyedProxy(first, key) : undefined
}

function refuseGroup(proxies: readonly ProxyOperation[], group: unknown): string {
  const groups = proxies.map((row) => row.group).join(', ')
  return (
    `group must be one of ${groups}, alone or followed by the key of the system, as in "faxes@imaging", got ` +
    `${describeValue(group)}`
  )
}

/** A file may be declared as JSON without being JSON: then it is returned as text. */
function jsonOrText({ contentType, text }: ToolAnswer): JsonValue {
  const essence = (contentType.split(';', 1)[0] ?? '').trim()
  if (!essence.endsWith('json')) return text
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text
  }
}

/** Encodes a segment of a path. Half a surrogate pair, which a URL cannot contain, becomes U+FFFD, as in UTF-8. */
export function encodeSegment(text: string | number): string {
  return encodeURIComponent(wellFormed(String(text)))
}

/** Encodes a path with its query as an HTTP client would; existing percent-encoding is kept. */
function encodePath(text: string): string {
  return wellFormed(text).replaceAll(/[^!$-~]/gu, encodeURIComponent)
}

function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd')
}

function readHeaders(headers: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  const found: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string') return undefined
    // The token is always that of the client.
    if (name.toLowerCase() !== 'authorization') found[name.toLowerCase()] = value
  }
  return found
}

function readWireMaps(id: JsonOperationId): { readonly body: KeyMap; readonly response: KeyMap } {
  if (!isJsonOperationId(id)) throw new TypeError(`Expected a JSON operation, got ${String(id)}.`)
  return wireTable[id]
}

function success(structured: JsonObject): ToolResult {
  return { text: JSON.stringify(structured), structured, isError: false }
}

function failure(text: string): ToolResult {
  return { text, isError: true }
}

function describeValue(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing'
}
