import { ApiError } from '@carebench/protocol'

/** Throws an ApiError `UNSUPPORTED_MEDIA_TYPE` if a body is compressed or otherwise encoded. */
export function assertNotEncoded(contentEncoding: string | undefined): void {
  if (contentEncoding === undefined || contentEncoding.trim().toLowerCase() === 'identity') return
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must be sent without content-encoding.')
}

/** The media type of a content-type header, in lower case and without parameters; empty if there is none. */
export function mediaTypeOf(contentType: string | undefined): string {
  if (contentType === undefined) return ''
  const end = contentType.indexOf(';')
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
}

/** Throws an ApiError `UNSUPPORTED_MEDIA_TYPE` unless the content-type is JSON. */
export function assertJson(contentType: string | undefined): void {
  const mediaType = mediaTypeOf(contentType)
  if (mediaType === 'application/json') return
  const got = mediaType === '' ? 'got none' : `got ${mediaType}`
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', `The content-type must be application/json; ${got}.`)
}
