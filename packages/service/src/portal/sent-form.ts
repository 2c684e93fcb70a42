import { base64 } from '@scure/base'
import { hasMoreFields, hasMoreParts } from '../http/json/form-size.js'
import { mediaTypeOf } from '../http/media-type.js'
import type { PortalFile, PortalForm } from './portal-pages.js'

const formTypes: readonly string[] = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Whether the body of a request is a form. */
export function isForm(contentType: string | undefined): boolean {
  return formTypes.includes(mediaTypeOf(contentType))
}

/** Maximum number of fields and files of a form; the largest of ours has about thirty. */
const mostParts = 200

/** Parses a form as browsers send it; null if it is not a form, or malformed. */
export async function readSentForm(contentType: string | undefined, bytes: Uint8Array): Promise<PortalForm | null> {
  if (!isForm(contentType)) return null
  const hasMore = mediaTypeOf(contentType) === 'multipart/form-data' ? hasMoreParts : hasMoreFields
  if (hasMore(bytes, mostParts)) return null
  let data: FormData
  try {
    // The parser of the platform, as used for `Request.formData()`.
    data = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType ?? '' } }).formData()
  } catch {
    return null
  }
  const texts = new Map<string, string>()
  const files = new Map<string, PortalFile>()
  for (const [name, value] of data) {
    if (typeof value === 'string') {
      // Browsers send line breaks as CRLF.
      if (!texts.has(name)) texts.set(name, value.replaceAll('\r\n', '\n'))
    } else if (value.size > 0 && !files.has(name)) {
      const bytes = new Uint8Array(await value.arrayBuffer())
      files.set(name, { name: value.name, mediaType: value.type, base64: base64.encode(bytes) })
    }
  }
  return { text: (name) => texts.get(name)?.trim() ?? '', file: (name) => files.get(name) ?? null }
}
