import { bytesFromBase64, isJsonObject, type JsonValue } from '@carebench/protocol/wire'
import { isFhirType, isJsonType, parseMediaType } from './media-type.js'

/*
 * A Binary is written and read as its raw bytes (R4 2.38.3), or as a resource if the caller asks for FHIR JSON.
 */

/** The parts of a `FhirRequest` that the functions below read. */
interface RawRequest {
  readonly method: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: JsonValue
  readonly base64?: string
}

/** The content of a Binary, to be sent instead of the resource. */
export interface RawContent {
  readonly contentType: string
  /** Canonical base64. */
  readonly base64: string
}

/**
 * Returns a raw body as a Binary, with the `id` of the URL in an update; undefined if the resource is of another type,
 * or the body has no `Content-Type`, is empty, or is JSON, which must be a Binary resource.
 */
export function readRawBinary(request: RawRequest, path: readonly string[]): JsonValue | undefined {
  const { method, headers, body, base64 } = request
  const contentType = headers['content-type']?.trim().replace(/\s+/g, ' ') ?? ''
  const [type, id, third] = path
  const isWrite = (method === 'POST' && id === undefined) || (method === 'PUT' && third === undefined)
  if (!isWrite || type !== 'Binary' || contentType === '' || isJsonType(parseMediaType(contentType))) return undefined
  const data =
    base64 ?? (typeof body === 'string' && body !== '' ? encodeBytes(new TextEncoder().encode(body)) : undefined)
  if (data === undefined) return undefined
  const context = headers['x-security-context']
  return {
    resourceType: 'Binary',
    ...(id !== undefined && { id }),
    contentType,
    ...(context !== undefined && { securityContext: { reference: context } }),
    data,
  }
}

/**
 * Whether a request reads a Binary, or a version of one, and does not request FHIR by `Accept`, `_format`, `_summary`
 * or `_elements`. The response is then the content; see {@link readContent} for generic JSON.
 */
export function isContentRead(
  { method, headers, query }: RawRequest,
  [type, id, third, versionId, more]: readonly string[],
): boolean {
  const isRead = (method === 'GET' || method === 'HEAD') && type === 'Binary' && id !== undefined && !/^[_$]/.test(id)
  const isVersion = third === '_history' && versionId !== undefined && more === undefined
  if (!isRead || (third !== undefined && !isVersion) || /(?:^|&)_(?:format|summary|elements)=/.test(query)) return false
  return !parseRanges(headers.accept).some(isFhirType)
}

/**
 * Returns the content of a Binary in JSON text; undefined if the response is the resource itself: it has no content, or
 * `accept` names a generic JSON type such as `application/json` but not the content's type. An invalid media type
 * becomes `application/octet-stream`.
 */
export function readContent(text: string, accept: string | undefined): RawContent | undefined {
  const resource: JsonValue = JSON.parse(text)
  const { contentType, data } = isJsonObject(resource) ? resource : {}
  const bytes = typeof data === 'string' ? decodeBytes(data) : undefined
  if (bytes === undefined) return undefined
  const isType = typeof contentType === 'string' && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: ?;[ -~]*)?$/.test(contentType)
  const type = isType ? contentType : 'application/octet-stream'
  const ranges = parseRanges(accept)
  if (ranges.some(isJsonType) && !ranges.some((range) => covers(range, parseMediaType(type)))) return undefined
  return { contentType: type, base64: encodeBytes(bytes) }
}

function parseRanges(accept: string | undefined): readonly string[] {
  return accept === undefined ? [] : accept.split(',').map(parseMediaType)
}

/** Whether a media range is a media type, or a wildcard such as `image/*` that includes it, but not any type at all. */
function covers(range: string, type: string): boolean {
  return range === type || (range !== '*/*' && range.endsWith('/*') && type.startsWith(range.slice(0, -1)))
}

function decodeBytes(base64: string): Uint8Array | undefined {
  try {
    return bytesFromBase64(base64)
  } catch {
    return undefined
  }
}

/** Maximum number of bytes that can safely be passed as arguments of one call. */
const bytesPerCall = 8192

function encodeBytes(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let from = 0; from < bytes.length; from += bytesPerCall) {
    parts.push(String.fromCharCode(...bytes.subarray(from, from + bytesPerCall)))
  }
  return btoa(parts.join(''))
}
