import { isJsonObject, type JsonValue } from '@carebench/protocol'
import { base64 } from '@scure/base'
import { argumentOf, mediaTypesOf, pathParametersOf, type SystemTool, takesBytes } from './system-tools.js'

/** A request to a simulated system below a run. */
export interface SystemRequest {
  readonly method: string
  /** The path below the run, with the query: `fhir/Patient?family=sample`. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** A fault of the arguments of a tool. */
export interface ArgumentFault {
  /** JSON Pointer into the arguments as they were sent: `/query/limit`. */
  readonly path: string
  readonly message: string
}

/** Arguments that are no request: nothing is sent. */
export class ArgumentFaults extends Error {
  override readonly name = 'ArgumentFaults'

  constructor(readonly faults: readonly ArgumentFault[]) {
    super(faults.map(({ path, message }) => `${path} ${message}.`).join(' '))
  }
}

type Arguments = Readonly<Record<string, unknown>>

/**
 * The request that a tool of a simulated system sends for its arguments. What only the system can decide, such as unknown
 * query parameters, is left to it.
 *
 * @throws {ArgumentFaults} if the arguments do not form a request
 */
export function systemRequestOf(tool: SystemTool, args: Arguments): SystemRequest {
  const { call, group } = tool
  const faults = unknownArguments(tool, args)
  let path = group + call.path
  const parameters = pathParametersOf(call)
  for (const [index, parameter] of parameters.entries()) {
    const name = argumentOf(parameter)
    const value = args[name]
    if (typeof value !== 'number' && (typeof value !== 'string' || value === '')) {
      faults.push({ path: pointer(name), message: `must be a string that is not empty, got ${show(value)}` })
      continue
    }
    const isRest = call.takesRest === true && index === parameters.length - 1
    const text = isRest ? String(value).split('/').map(encode).join('/') : encode(String(value))
    path = path.replace(`{${parameter}}`, () => text)
  }
  const search = readQuery(args.query, faults)
  const headers = readHeaders(tool, args.headers, faults)
  const content = readBody(tool, args, faults)
  if (faults.length > 0) throw new ArgumentFaults(faults)
  return {
    method: call.method,
    path: search.size === 0 ? path : `${path}?${search}`,
    headers: content === null ? headers : { ...headers, 'content-type': content.type },
    body: content === null ? new Uint8Array() : content.bytes,
  }
}

function unknownArguments({ inputSchema }: SystemTool, args: Arguments): ArgumentFault[] {
  const known = Object.keys(inputSchema.properties as object)
  return Object.keys(args)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: pointer(name),
      message: `is not an argument of this tool; its arguments are ${known.join(', ')}`,
    }))
}

function readQuery(query: unknown, faults: ArgumentFault[]): URLSearchParams {
  const search = new URLSearchParams()
  if (query === undefined || query === null) return search
  if (!isRecord(query)) {
    faults.push({ path: '/query', message: `must be an object, for example {"limit":20}, got ${show(query)}` })
    return search
  }
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') {
        search.append(name, String(one))
      } else if (one !== undefined && one !== null) {
        faults.push({
          path: pointer('query', name),
          message: `must be a string or an array of strings, got ${show(one)}`,
        })
      }
    }
  }
  return search
}

function readHeaders({ call }: SystemTool, headers: unknown, faults: ArgumentFault[]): Record<string, string> {
  const read: Record<string, string> = {}
  // A tool without headers refuses them as an unknown argument.
  if (headers === undefined || headers === null || call.headers === undefined) return read
  if (!isRecord(headers)) {
    faults.push({ path: '/headers', message: `must be an object of strings, got ${show(headers)}` })
    return read
  }
  const known = Object.keys(call.headers)
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    if (!known.includes(lower)) {
      faults.push({
        path: pointer('headers', name),
        message: `is not a header of this call; they are ${known.join(', ')}`,
      })
    } else if (typeof value !== 'string' || !/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)) {
      faults.push({
        path: pointer('headers', name),
        message: `must be a string that is valid in a header, got ${show(value)}`,
      })
    } else read[lower] = value
  }
  return read
}

interface SentBody {
  readonly type: string
  readonly bytes: Uint8Array
}

function readBody(tool: SystemTool, args: Arguments, faults: ArgumentFault[]): SentBody | null {
  const { call } = tool
  if (call.body === undefined) return null
  if (takesBytes(call)) return readFile(args, faults)
  const { body } = args
  const { json, other } = mediaTypesOf(call.body)
  if (body === undefined || body === null) {
    if (call.bodyOptional !== true) faults.push({ path: '/body', message: 'is required' })
    return null
  }
  if (typeof body === 'string' && other !== undefined) return { type: other, bytes: encodeText(body) }
  if (json !== undefined && typeof body === 'object') return { type: json, bytes: encodeText(JSON.stringify(body)) }
  faults.push({
    path: '/body',
    message:
      json === undefined
        ? `must be the text of ${other}, got ${show(body)}`
        : `must be JSON itself, not a text that contains it, got ${show(body)}`,
  })
  return null
}

/** Text or bytes of any media type; an empty file is a body too. */
function readFile(args: Arguments, faults: ArgumentFault[]): SentBody | null {
  const { body, body_base64: encoded, content_type: type = 'application/octet-stream' } = args
  if (typeof type !== 'string' || !/^[\u0021-\u007e][\u0020-\u007e]*$/.test(type)) {
    faults.push({ path: '/content_type', message: `must be a media type, for example text/csv, got ${show(type)}` })
    return null
  }
  if ((body === undefined) === (encoded === undefined)) {
    faults.push({ path: '/body', message: 'must be present, or body_base64 instead' })
    return null
  }
  if (encoded === undefined) {
    if (typeof body === 'string') return { type, bytes: encodeText(body) }
    faults.push({ path: '/body', message: `must be the text of the file, got ${show(body)}` })
    return null
  }
  try {
    return { type, bytes: base64.decode(String(encoded)) }
  } catch {
    faults.push({ path: '/body_base64', message: `must be base64 with padding, got ${show(encoded)}` })
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isJsonObject(value as JsonValue)
}

function pointer(...names: readonly string[]): string {
  return names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
