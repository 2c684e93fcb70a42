import { base64 } from '@scure/base'
import { hasMoreFields, hasMoreParts } from '../http/json/form-size.js'
import { readMediaType } from '../http/media-type.js'
import type { SentFile, WorkstationForm } from './workstation-pages.js'

const formTypes: readonly string[] = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Whether the body of a request is a form. */
export function isForm(contentType: string | undefined): boolean {
  return formTypes.includes(readMediaType(contentType))
}

/** Maximum number of fields and files of a form; the largest of ours has about thirty. */
const maxParts = 200

/** Maximum number of characters of all texts of a form: a page that reports an error shows them again. */
const maxPageCharacters = 131_072

/** The number of bytes of an escaped ASCII character: `%26`. */
const escapedBytes = 3

/** Parses a form as browsers send it; null if it is not a form, malformed, or too large. */
export async function readSentForm(
  contentType: string | undefined,
  bytes: Uint8Array,
  characterLimit: number = maxPageCharacters,
): Promise<WorkstationForm | null> {
  if (!isForm(contentType)) return null
  if (readMediaType(contentType) === 'multipart/form-data') {
    if (hasMoreParts(bytes, maxParts)) return null
  } else if (bytes.length > characterLimit * escapedBytes || hasMoreFields(bytes, maxParts)) {
    return null
  }
  let data: FormData
  try {
    // The parser of the platform, as used for `Request.formData()`.
    data = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType ?? '' } }).formData()
  } catch {
    return null
  }
  const texts = new Map<string, string>()
  const files = new Map<string, SentFile>()
  let characters = 0
  for (const [name, value] of data) {
    if (typeof value === 'string') {
      characters += value.length
      if (characters > characterLimit) return null
      // Browsers send line breaks as CRLF.
      if (!texts.has(name)) texts.set(name, value.replaceAll('\r\n', '\n'))
    } else if (value.size > 0 && !files.has(name)) {
      const bytes = new Uint8Array(await value.arrayBuffer())
      files.set(name, { name: value.name, mediaType: value.type, base64: base64.encode(bytes) })
    }
  }
  return {
    names: [...texts.keys(), ...files.keys()],
    text: (name) => texts.get(name)?.trim() ?? '',
    whole: (name) => texts.get(name) ?? '',
    file: (name) => files.get(name) ?? null,
  }
}
