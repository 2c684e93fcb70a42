import { type CallDescription, isJsonObject } from '@carebench/protocol'
import { pointerTo } from '@carebench/verifier/kinds'
import { base64 } from '@scure/base'
import { readLink, withRunLinks } from './system-links.js'
import type { SystemTool } from './system-tools.js'
import {
  listPathParameters,
  readMediaTypes,
  systemArgument,
  takesBytes,
  takesQuery,
  toArgumentName,
} from './tool-input.js'

/** A request to a simulated system below a run. */
export interface SystemRequest {
  readonly call: CallDescription
  /** The path segment of the system: `portal@west`. */
  readonly place: string
  readonly method: string
  /** The path below the run, with the query: `fhir/Patient?family=sample`. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** An error in the arguments of a tool. */
export interface ArgumentFault {
  /** JSON Pointer into the arguments as they were sent: `/query/limit`. */
  readonly path: string
  readonly message: string
}

/** Maximum number of reported errors, as in a body that does not match its schema. */
const maxFaults = 20

/** Maximum characters of a text that becomes part of a URL: as many as the head of an HTTP request has. */
const maxUrlCharacters = 16_384

/** The arguments that may be long. */
const inBody: ReadonlySet<string> = new Set(['body', 'body_base64'])

/** Collects the first errors; the texts of others are not even made. */
class Faults {
  readonly list: ArgumentFault[] = []

  add(names: readonly string[], message: () => string): void {
    if (this.list.length < maxFaults) this.list.push({ path: names.reduce(pointerTo, ''), message: message() })
  }
}

/** Thrown for arguments that form no request: nothing is sent. */
export class InvalidArgumentsError extends Error {
  override readonly name = 'InvalidArgumentsError'

  constructor(readonly faults: readonly ArgumentFault[]) {
    super(faults.map(({ path, message }) => `${path} ${message}.`).join(' '))
  }
}

type Arguments = Readonly<Record<string, unknown>>

/**
 * Returns the request that a tool of a simulated system sends for its arguments. Checks that only the system can make,
 * such as of unknown query parameters, are left to the system.
 *
 * @throws {InvalidArgumentsError} if the arguments do not form a request
 *
 * @param runPath - the path of the run, below which links of the system are
 */
export function toSystemRequest(tool: SystemTool, sent: Arguments, runPath: string): SystemRequest {
  const faults = new Faults()
  const known = Object.keys(tool.inputSchema.properties as object)
  refuseUnknown(Object.keys(sent), known, faults)
  refuseLong(sent)
  const place = choosePlace(tool, sent, faults)
  const args = { ...withRunLinks(sent, place, runPath), ...readLinks(tool, place, sent) }
  const call = chooseCall(tool, args)
  if (typeof call === 'string') throw new InvalidArgumentsError([...faults.list, { path: '', message: call }])
  refuseUnused(known, call, args, faults)
  let path = place + call.path
  const parameters = listPathParameters(call)
  for (const [index, parameter] of parameters.entries()) {
    const name = toArgumentName(parameter)
    const value = args[name]
    if (typeof value !== 'number' && (typeof value !== 'string' || value === '')) {
      faults.add([name], () => `must be a string that is not empty, got ${show(value)}`)
      continue
    }
    const isRest = call.takesRest === true && index === parameters.length - 1
    const text = isRest ? String(value).split('/').map(encode).join('/') : encode(String(value))
    path = path.replace(`{${parameter}}`, () => text)
  }
  const search = readQuery(args.query, faults)
  const headers = readHeaders(call, args.headers, faults)
  const content = readBody(call, args, faults)
  if (faults.list.length > 0) throw new InvalidArgumentsError(faults.list)
  return {
    call,
    place,
    method: call.method,
    path: search.size === 0 ? path : `${path}?${search}`,
    headers: content === null ? headers : { ...headers, 'content-type': content.type },
    body: content === null ? new Uint8Array() : content.bytes,
  }
}

/** Returns the errors of arguments that a tool does not have. */
export function listUnknown(names: readonly string[], known: readonly string[]): readonly ArgumentFault[] {
  const faults = new Faults()
  refuseUnknown(names, known, faults)
  return faults.list
}

function refuseUnknown(names: readonly string[], known: readonly string[], faults: Faults): void {
  for (const name of names) {
    if (known.includes(name)) continue
    faults.add([name], () => `is not an argument of this tool; its arguments are ${known.join(', ') || 'none'}`)
  }
}

/** Refuses texts that no URL contains, before they are parsed and encoded. */
function refuseLong(args: Arguments): void {
  for (const [name, value] of Object.entries(args)) {
    if (inBody.has(name) || typeof value !== 'string' || value.length <= maxUrlCharacters) continue
    const message = `must have at most ${maxUrlCharacters} characters, got ${value.length}`
    throw new InvalidArgumentsError([{ path: pointerTo('', name), message }])
  }
}

/**
 * Returns the arguments that links among the arguments stand for: `type`, `resource_id` and `query`, if the tool has
 * them.
 */
function readLinks({ calls }: SystemTool, place: string, args: Arguments): Arguments {
  const names = new Set(calls.flatMap(listPathParameters))
  if (!names.has('type') && !names.has('resource_id')) return {}
  const { type, resource_id: id, query } = args
  const read: Record<string, unknown> = {}
  if (typeof query === 'string') {
    const link = readLink(query.includes('?') ? query : `?${query}`, place)
    read.query = parseQuery(link.query)
    if (type === undefined && link.segments.length === 1) [read.type] = link.segments
  }
  if (typeof id === 'string' && id.includes('/')) {
    const [linked, own, ...others] = readLink(id, place).segments
    if (own !== undefined && others.length === 0 && (type === undefined || type === linked)) {
      read.resource_id = own
      if (names.has('type')) read.type = linked
    }
  }
  return read
}

/** Returns query parameters as arguments; one that occurs several times has an array. */
function parseQuery(text: string): Readonly<Record<string, string | readonly string[]>> {
  const values = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const former = values.get(name)
    if (Array.isArray(former)) former.push(value)
    else values.set(name, former === undefined ? value : [former, value])
  }
  return Object.fromEntries(values)
}

function choosePlace({ places }: SystemTool, args: Arguments, faults: Faults): string {
  const [first] = places
  // Without a name it is the first of its type, as in paths.
  if (args[systemArgument] === undefined) return first
  const place = places.find((candidate) => candidate === args[systemArgument])
  if (place !== undefined) return place
  faults.add([systemArgument], () => `must be one of ${places.join(', ')}, got ${show(args[systemArgument])}`)
  return first
}

/**
 * Returns the call whose path parameters, body and choosing values are all among the arguments; of several, the one
 * with the most parameters. If there is none, returns a text that says what is missing.
 */
function chooseCall({ calls }: SystemTool, args: Arguments): CallDescription | string {
  const [first, ...others] = calls
  if (others.length === 0) return first
  const isGiven = (name: string) => args[name] !== undefined && args[name] !== null
  const fitting = calls.filter((call) => {
    const { tool, body, bodyOptional = false } = call
    const values = Object.entries(tool?.when ?? {})
    return (
      values.every(([name, value]) => args[name] === value) &&
      listPathParameters(call).every((name) => isGiven(toArgumentName(name))) &&
      (body === undefined || bodyOptional || isGiven('body'))
    )
  })
  const weight = (call: CallDescription) => 2 * listPathParameters(call).length + (call.body === undefined ? 0 : 1)
  const [chosen] = fitting.toSorted((one, other) => weight(other) - weight(one))
  if (chosen !== undefined) return chosen
  const choices = calls.map((call) => {
    const { tool, body } = call
    const values = Object.entries(tool?.when ?? {}).map(([name, value]) => `${name}: ${value}`)
    return [...values, ...listPathParameters(call).map(toArgumentName), ...(body === undefined ? [] : ['body'])].join(
      ', ',
    )
  })
  return `the arguments must include those of one of its calls: ${choices.map((one) => `{${one}}`).join(' or ')}`
}

/** Refuses arguments that only other calls of the tool have. */
function refuseUnused(known: readonly string[], call: CallDescription, args: Arguments, faults: Faults): void {
  const used = [...Object.keys(call.tool?.when ?? {}), systemArgument, ...listPathParameters(call).map(toArgumentName)]
  if (takesQuery(call)) used.push('query')
  if (call.headers !== undefined) used.push('headers')
  if (call.body !== undefined) used.push('body', 'body_base64', 'content_type')
  for (const name of known) {
    if (args[name] === undefined || args[name] === null || used.includes(name)) continue
    faults.add([name], () => `does not go with the other arguments: ${call.summary}`)
  }
}

function readQuery(query: unknown, faults: Faults): URLSearchParams {
  const search = new URLSearchParams()
  if (query === undefined || query === null) return search
  if (!isJsonObject(query)) {
    faults.add(['query'], () => `must be an object, for example {"limit":20}, got ${show(query)}`)
    return search
  }
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') {
        search.append(name, String(one))
      } else if (one !== undefined && one !== null) {
        faults.add(['query', name], () => `must be a string or an array of strings, got ${show(one)}`)
      }
    }
  }
  return search
}

function readHeaders(call: CallDescription, headers: unknown, faults: Faults): Record<string, string> {
  const read: Record<string, string> = {}
  // A tool without headers refuses them as an unknown argument.
  if (headers === undefined || headers === null || call.headers === undefined) return read
  if (!isJsonObject(headers)) {
    faults.add(['headers'], () => `must be an object of strings, got ${show(headers)}`)
    return read
  }
  const known = Object.keys(call.headers)
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    if (!known.includes(lower)) {
      faults.add(['headers', name], () => `is not a header of this call; they are ${known.join(', ')}`)
    } else if (typeof value !== 'string' || !/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)) {
      faults.add(['headers', name], () => `must be a string that is valid in a header, got ${show(value)}`)
    } else read[lower] = value
  }
  return read
}

interface SentBody {
  readonly type: string
  readonly bytes: Uint8Array
}

function readBody(call: CallDescription, args: Arguments, faults: Faults): SentBody | null {
  if (call.body === undefined) return null
  if (takesBytes(call)) return readFile(args, faults)
  const { body } = args
  const { json, other } = readMediaTypes(call.body)
  if (body === undefined || body === null) {
    if (call.bodyOptional !== true) faults.add(['body'], () => 'is required')
    return null
  }
  if (typeof body === 'string' && other !== undefined) return { type: other, bytes: encodeText(body) }
  if (json !== undefined && typeof body === 'object') return { type: json, bytes: encodeText(JSON.stringify(body)) }
  faults.add(['body'], () =>
    json === undefined
      ? `must be the text of ${other}, got ${show(body)}`
      : `must be JSON itself, not a text that contains it, got ${show(body)}`,
  )
  return null
}

/** Text or bytes of any media type; an empty file is a body too. */
function readFile(args: Arguments, faults: Faults): SentBody | null {
  const { body, body_base64: encoded, content_type: type = 'application/octet-stream' } = args
  if (typeof type !== 'string' || !/^[\u0021-\u007e][\u0020-\u007e]*$/.test(type)) {
    faults.add(['content_type'], () => `must be a media type, for example text/csv, got ${show(type)}`)
    return null
  }
  if ((body === undefined) === (encoded === undefined)) {
    faults.add(['body'], () => 'must be present, or body_base64 instead')
    return null
  }
  if (encoded === undefined) {
    if (typeof body === 'string') return { type, bytes: encodeText(body) }
    faults.add(['body'], () => `must be the text of the file, got ${show(body)}`)
    return null
  }
  try {
    return { type, bytes: base64.decode(String(encoded)) }
  } catch {
    faults.add(['body_base64'], () => `must be base64 with padding, got ${show(encoded)}`)
    return null
  }
}

/** Half a surrogate pair, which a URL cannot contain, becomes U+FFFD, as in UTF-8. */
function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'))
}

function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
