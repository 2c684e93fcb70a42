import type { JsonObject, RecordedBody } from '@carebench/protocol'
import { decodeBase64 } from '../model/attachment-form.js'

/** A document and the HTTP headers of its download. */
export interface Download {
  readonly document: RecordedBody
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Returns the content of a row of `attachments` as a download under its file name; undefined if the row has no content.
 */
export function makeDownload({
  text,
  content_base64,
  media_type,
  file_name,
  attachment_id,
}: JsonObject): Download | undefined {
  const document = readContent(text, content_base64)
  if (document === undefined) return undefined
  const essence = typeof media_type === 'string' ? (media_type.split(';', 1)[0] ?? '').trim().toLowerCase() : ''
  const known = /^[a-z0-9][a-z0-9.+-]*\/[a-z0-9][a-z0-9.+-]*$/.test(essence) ? essence : 'application/octet-stream'
  const name = typeof file_name === 'string' && file_name !== '' ? file_name : String(attachment_id)
  return {
    document,
    headers: {
      'content-type': 'text' in document && known.startsWith('text/') ? `${known}; charset=utf-8` : known,
      // File names may have any characters; RFC 8187 encodes them in ASCII.
      'content-disposition': `attachment; filename*=UTF-8''${encodeName(name)}`,
      'x-content-type-options': 'nosniff',
    },
  }
}

function readContent(text: unknown, base64: unknown): RecordedBody | undefined {
  if (typeof base64 === 'string' && decodeBase64(base64) !== null) return { base64 }
  return typeof text === 'string' ? { text } : undefined
}

function encodeName(name: string): string {
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, '?')).replace(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  })
}
