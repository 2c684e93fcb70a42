import { bytesFromBase64, type JsonObject } from '@carebench/protocol'
import { type AttachmentFields, decodeBase64 } from './attachment-form.js'

/**
 * Returns a row of `attachments`:
 *
 * - `attachment_id` string; `auth_number` of its request; `document_type`; `file_name` string or null
 * - `media_type`: as sent, else `text/plain` for text and `application/octet-stream` for bytes
 * - `text` string or null; `content_base64` string or null: as sent; base64 with a `text/` media type is also decoded
 *   into `text`, so that criteria need not distinguish both ways of sending
 * - `size` integer: bytes of the content (text counted in UTF-8); `received_at` date-time
 */
export function attachmentRow(id: string, authNumber: string, fields: AttachmentFields, at: string): JsonObject {
  const { text, content_base64 } = fields
  const bytes = content_base64 === null ? null : bytesFromBase64(content_base64)
  const mediaType = fields.media_type ?? defaultMediaType(content_base64)
  return {
    attachment_id: id,
    auth_number: authNumber,
    document_type: fields.document_type,
    file_name: fields.file_name,
    media_type: mediaType,
    text: text ?? readText(bytes, mediaType),
    content_base64,
    size: bytes ? bytes.length : new TextEncoder().encode(text ?? '').length,
    received_at: at,
  }
}

/** Returns the `media_type` of a row if none was sent, and its `text` if base64 was sent. */
export function attachmentDefaults({ content_base64, media_type }: JsonObject): JsonObject {
  const content = typeof content_base64 === 'string' ? content_base64 : null
  const bytes = content === null ? null : decodeBase64(content)
  return {
    media_type: defaultMediaType(content),
    text: readText(bytes, typeof media_type === 'string' ? media_type : ''),
  }
}

/** Returns a key that is equal for documents with the same type and bytes, whether sent as text or as base64. */
export function writeContentKey({ document_type: type, text, content_base64: base64 }: JsonObject): string {
  const sent = typeof base64 === 'string' ? decodeBase64(base64) : null
  const bytes = sent ?? new TextEncoder().encode(typeof text === 'string' ? text : '')
  // Latin-1 has a character for every byte.
  return `${String(type)} ${new TextDecoder('latin1').decode(bytes)}`
}

function defaultMediaType(contentBase64: string | null): string {
  return contentBase64 === null ? 'text/plain' : 'application/octet-stream'
}

function readText(bytes: Uint8Array | null, mediaType: string): string | null {
  return bytes && mediaType.toLowerCase().startsWith('text/') ? decodeText(bytes) : null
}

function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
