import { bytesFromBase64, type JsonObject } from '@carebench/protocol'
import { documentTypePattern } from '../../records/document-type.js'
import { type FormValues, formSchema, matching, optional, type Reading, readForm, textUpTo } from './form.js'

const documentType = matching(
  (text) => new RegExp(documentTypePattern).test(text),
  'a document type in lower case with underscores, for example "clinical_note"',
  { pattern: documentTypePattern, description: 'Such as clinical_note.' },
)
const mediaType = matching(
  (text) => text.length <= 100 && /^[a-z0-9][a-z0-9.+-]*\/[a-z0-9][a-z0-9.+-]*(?:;[^\p{Cc}]*)?$/iu.test(text),
  'a media type, for example "application/pdf"',
  { pattern: '^[a-z0-9]+/[a-z0-9][a-z0-9.+-]*$', maxLength: 100 },
)
const base64 = matching(
  (text) => text !== '' && decodeBase64(text) !== null,
  'standard base64 with padding, for example "JVBERi0xLjc="',
  { minLength: 1, contentEncoding: 'base64' },
)

/** The fields of a document sent to the payer. */
const attachmentForm = {
  document_type: { read: documentType },
  file_name: { read: optional(textUpTo(255)), fallback: null },
  media_type: { read: optional(mediaType), fallback: null },
  text: { read: optional(textUpTo(1_000_000)), fallback: null },
  content_base64: { read: optional(base64), fallback: null },
} as const

/** The JSON Schema of a document, which has either `text` or `content_base64`. */
export const attachmentSchema = formSchema(attachmentForm, {
  oneOf: [{ required: ['text'] }, { required: ['content_base64'] }],
})

export type AttachmentFields = FormValues<typeof attachmentForm>

/**
 * Reads a document. It needs `document_type`, and its content either as `text` or as `content_base64`. `prefix` is
 * prepended to field names in messages.
 */
export function readAttachment(input: JsonObject, today: string, prefix = ''): Reading<AttachmentFields> {
  const reading = readForm(attachmentForm, input, today, prefix)
  if (!reading.ok || (reading.value.text === null) !== (reading.value.content_base64 === null)) return reading
  const message =
    reading.value.text === null
      ? 'Send the content of the document, as "text" or as "content_base64"; got neither.'
      : 'Send the content of the document as "text" or as "content_base64", not both.'
  return { ok: false, errors: [{ field: `${prefix}text`, message }] }
}

/** Decodes base64 text (RFC 4648 section 4, padded); null if the text is not valid base64. */
export function decodeBase64(text: string): Uint8Array | null {
  return isBase64(text) ? bytesFromBase64(text) : null
}

/** Whether a text is padded base64. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}
