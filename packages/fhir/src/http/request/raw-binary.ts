import { bytesFromBase64, isJsonObject, type JsonValue } from '@carebench/protocol/wire'
import { isFhirType, isJsonType, mediaTypeOf } from './media-type.js'

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
 * Returns the Binary that a raw body stands for, with the `id` of the URL in an update; undefined if the body is not
 * raw: of another type, without a `Content-Type`, empty, or JSON, which must be a Binary resource.
 */
export function readRawBinary(request: RawRequest, path: readonly string[]): JsonValue | undefined {
  const { method, headers, body, base64 } = request
  const contentType = headers['content-type']?.trim().replace(/\s+/g, ' ') ?? ''
  const [type, id, third] = path
  const isWrite = (method === 'POST' && id === undefined) || (method === 'PUT' && third === undefined)
  if (!isWrite || type !== 'Binary' || contentType === '' || isJsonType(mediaTypeOf(contentType))) return undefined
  const data =
    base64 ?? (typeof body === 'string' && body !== '' ? base64Of(new TextEncoder().encode(body)) : undefined)
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
 * Whether a request reads a Binary, or a version of one, and does not ask for FHIR by `Accept`, `_format`, or the
 * parameters of a resource. The answer is then the content, whatever else the request accepts; see {@link contentOf}
 * for generic JSON.
 */
export function readsContent(
  { method, headers, query }: RawRequest,
  [type, id, third, versionId, more]: readonly string[],
): boolean {
  const isRead = (method === 'GET' || method === 'HEAD') && type === 'Binary' && id !== undefined && !/^[_$]/.test(id)
  const isVersion = third === '_history' && versionId !== undefined && more === undefined
  if (!isRead || (third !== undefined && !isVersion) || /(?:^|&)_(?:format|summary|elements)=/.test(query)) return false
  return !rangesOf(headers.accept).some(isFhirType)
}

/**
 * The content of a Binary in JSON text; undefined if the resource itself is the answer: it has no content, or `accept`
 * names a generic JSON type such as `application/json` but not that of the content. An invalid media type becomes
 * `application/octet-stream`.
 */
export function contentOf(text: string, accept: string | undefined): RawContent | undefined {
  const resource: JsonValue = JSON.parse(text)
  const { contentType, data } = isJsonObject(resource) ? resource : {}
  const bytes = typeof data === 'string' ? bytesOf(data) : undefined
  if (bytes === undefined) return undefined
  const isType = typeof contentType === 'string' && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: ?;[ -~]*)?$/.test(contentType)
  const type = isType ? contentType : 'application/octet-stream'
  const ranges = rangesOf(accept)
  if (ranges.some(isJsonType) && !ranges.some((range) => covers(range, mediaTypeOf(type)))) return undefined
  return { contentType: type, base64: base64Of(bytes) }
}

function rangesOf(accept: string | undefined): readonly string[] {
  return accept === undefined ? [] : accept.split(',').map(mediaTypeOf)
}

/** Whether a range names a media type or all of its kind, `image/*`. */
function covers(range: string, type: string): boolean {
  return range === type || (range !== '*/*' && range.endsWith('/*') && type.startsWith(range.slice(0, -1)))
}

function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return bytesFromBase64(base64)
  } catch {
    return undefined
  }
}

/** The number of bytes that can safely be passed as arguments of one call. */
const stretch = 8192

function base64Of(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let from = 0; from < bytes.length; from += stretch) {
    parts.push(String.fromCharCode(...bytes.subarray(from, from + stretch)))
  }
  return btoa(parts.join(''))
}
