import { bytesFromBase64, type JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { show } from '../json-shape.js'
import { findUnreadExtra } from '../records/document-extras.js'
import { refusedEvent } from '../records/refused-act.js'
import { refuse } from '../rest/json-answer.js'
import type { SimulatorContext, SimulatorOutcome } from '../simulator.js'
import { faxRefusal } from './events.js'
import { countPages } from './fax-row.js'

/** Maximum size of a document in bytes, before base64. */
export const maxDocumentBytes = 10 * 1024 * 1024

/** Maximum length of a fax's text in characters. */
export const maxTextLength = 1_000_000

/** The content of a fax. */
export interface FaxContent {
  readonly media_type: string
  readonly text: string
  readonly pages: number
}

type Reading = { readonly content: FaxContent } | { readonly refusal: SimulatorOutcome<never> }

/** Reads a text as the content of a fax. */
export function readText(text: string): Reading {
  if (text.length > maxTextLength) return tooLong('text', text.length)
  return { content: { media_type: 'text/plain', text, pages: countPages(text) } }
}

/**
 * Reads a document: UTF-8 text, or a PDF, whose text an external service extracts. Rejects an unreadable document, and
 * a PDF that contains more than text, unless it is a scan.
 */
export function readDocument(base64: string, mediaType: string, { consult }: SimulatorContext): Reading {
  const size = Math.floor((base64.length * 3) / 4)
  if (size > maxDocumentBytes) {
    const message = `content_base64 must be at most ${maxDocumentBytes} bytes, got ${size}.`
    return { refusal: refuse('PAYLOAD_TOO_LARGE', message) }
  }
  if (/\p{Cc}/u.test(mediaType)) return malformed('media_type must have no control characters.')
  const essence = (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase()
  if (essence === 'text/plain') return readBytes(base64)
  if (essence !== 'application/pdf') {
    return malformed(`media_type must be application/pdf or text/plain, got ${show(mediaType)}.`)
  }
  const bytes = decode(base64)
  if (bytes === undefined) return notBase64(base64)
  if (!latin1.decode(bytes.subarray(0, 1024)).includes('%PDF-'))
    return malformed('content_base64 must be a PDF: it has no header %PDF-.')
  const answer = consult?.('read-document', { media_type: essence, content_base64: base64 })
  if (answer === undefined) {
    return { refusal: refuse('UNSUPPORTED_MEDIA_TYPE', 'This service cannot read PDF files; send the fax as text.') }
  }
  return readAnswer(answer)
}

function readAnswer(answer: JsonValue): Reading {
  if (isJsonObject(answer) && typeof answer.text === 'string' && typeof answer.pages === 'number') {
    if (answer.text.length > maxTextLength) return tooLong('content_base64', answer.text.length)
    const extras = Array.isArray(answer.extras) ? answer.extras.map(String) : []
    const unread = findUnreadExtra(extras, answer.text)
    if (unread !== undefined) return unreadExtra(unread, [answer.text, ...extras].join('\n'))
    return { content: { media_type: 'application/pdf', text: answer.text, pages: answer.pages } }
  }
  const problem = isJsonObject(answer) && typeof answer.problem === 'string' ? answer.problem : 'it cannot be read'
  return malformed(`content_base64 must be a PDF: ${problem}.`)
}

/**
 * Rejects a document with content that was not read. The event has the text of the document, because guards check it
 * too.
 */
function unreadExtra(extra: string, text: string): Reading {
  const message =
    `content_base64 must be a PDF of nothing but text: it has ${extra}, which would not be read with it. ` +
    'Save it without, or send the fax as text.'
  const refusal = refuse('INVALID_REQUEST', message)
  return { refusal: { ...refusal, events: [refusedEvent(faxRefusal, { text }, message)] } }
}

function readBytes(base64: string): Reading {
  const bytes = decode(base64)
  if (bytes === undefined) return notBase64(base64)
  try {
    return readText(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return malformed('content_base64 must be UTF-8 text.')
  }
}

const latin1 = /* @__PURE__ */ new TextDecoder('latin1')

function decode(base64: string): Uint8Array | undefined {
  try {
    return bytesFromBase64(base64)
  } catch {
    return undefined
  }
}

function notBase64(base64: string): Reading {
  return malformed(`content_base64 must be base64, got ${show(base64)}.`)
}

function tooLong(member: string, length: number): Reading {
  const message = `${member} must have at most ${maxTextLength} characters of text, got ${length}.`
  return { refusal: refuse('PAYLOAD_TOO_LARGE', message) }
}

function malformed(message: string): Reading {
  return { refusal: refuse('INVALID_REQUEST', message) }
}
