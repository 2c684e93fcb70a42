import type { JsonObject } from '@carebench/protocol'
import { type AttachmentFields, decodeBase64 } from './attachment-form.js'

/**
 * A row of `attachments`:
 *
 * - `attachment_id` string; `auth_number` of its request; `document_type`; `file_name` string or null
 * - `media_type`: as sent, else `text/plain` for text and `application/octet-stream` for bytes
 * - `text` string or null; `content_base64` string or null: what was sent, and of base64 under a `text/` media type the
 *   text too, so that a criterion need not care how the document was sent
 * - `size` integer: bytes of the content (text counted in UTF-8); `received_at` date-time
 */
export function attachmentRow(id: string, authNumber: string, fields: AttachmentFields, at: string): JsonObject {
  const bytes = fields.content_base64 === null ? null : decodeBase64(fields.content_base64)
  const mediaType = fields.media_type ?? (bytes ? 'application/octet-stream' : 'text/plain')
  return {
    attachment_id: id,
    auth_number: authNumber,
    document_type: fields.document_type,
    file_name: fields.file_name,
    media_type: mediaType,
    text: fields.text ?? (bytes && mediaType.toLowerCase().startsWith('text/') ? decodeText(bytes) : null),
    content_base64: fields.content_base64,
    size: bytes ? bytes.length : new TextEncoder().encode(fields.text ?? '').length,
    received_at: at,
  }
}

function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
