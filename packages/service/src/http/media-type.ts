import { ApiError } from '@carebench/protocol'

/**
 * Throws an ApiError `UNSUPPORTED_MEDIA_TYPE` that names the accepted coding (RFC 9110, 15.5.16) if a body is
 * compressed or otherwise encoded.
 */
export function assertNotEncoded(contentEncoding: string | undefined): void {
  if (contentEncoding === undefined || contentEncoding.trim().toLowerCase() === 'identity') return
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must be sent without content-encoding.', {
    headers: { 'accept-encoding': 'identity' },
  })
}

/** Returns the media type of a content-type header, in lower case and without parameters; empty if there is none. */
export function readMediaType(contentType: string | undefined): string {
  if (contentType === undefined) return ''
  const end = contentType.indexOf(';')
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
}

const parameter = /;\s*([^=;\s]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g

/** Throws an ApiError `UNSUPPORTED_MEDIA_TYPE` if a content-type has a charset other than UTF-8. */
export function assertUtf8(contentType: string | undefined): void {
  for (const [, name = '', quoted, plain = ''] of contentType?.matchAll(parameter) ?? []) {
    const charset = (quoted ?? plain).trim().toLowerCase()
    if (name.toLowerCase() !== 'charset' || charset === 'utf-8' || charset === 'utf8') continue
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', `The charset of the body must be UTF-8; got ${charset || 'none'}.`)
  }
}

/** Throws an ApiError `UNSUPPORTED_MEDIA_TYPE` unless the content-type is JSON in UTF-8. */
export function assertJson(contentType: string | undefined): void {
  const mediaType = readMediaType(contentType)
  if (mediaType !== 'application/json') throw notJson(mediaType)
  assertUtf8(contentType)
}

function notJson(mediaType: string): ApiError {
  const got = mediaType === '' ? 'got none' : `got ${mediaType}`
  return new ApiError('UNSUPPORTED_MEDIA_TYPE', `The content-type must be application/json; ${got}.`)
}
