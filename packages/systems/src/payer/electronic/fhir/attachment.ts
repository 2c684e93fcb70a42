import type { JsonValue } from '@carebench/protocol'
import { type AttachmentFields, isBase64 } from '../../model/attachment-form.js'
import { textAt } from './element.js'

/** Reads an Attachment as a document of a type; undefined if it has no base64 data. */
export function readAttachment(attachment: JsonValue | undefined, type: string): AttachmentFields | undefined {
  const data = textAt(attachment, 'data')
  if (data === undefined || !isBase64(data)) return undefined
  return {
    document_type: type,
    file_name: textAt(attachment, 'title')?.slice(0, 255) ?? null,
    media_type: textAt(attachment, 'contentType')?.slice(0, 100) ?? null,
    text: null,
    content_base64: data,
  }
}
