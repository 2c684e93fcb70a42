import { base64 } from '@scure/base'
import type { RecordChange } from './state-difference.js'
import { memberAt, toList, toObject, toText } from './unknown-value.js'

/** A document that was stored or sent. */
export interface StoredDocument {
  readonly title: string
  /** Its media type; null if unknown. */
  readonly type: string | null
  /** Size in bytes: as UTF-8, or of the decoded base64. */
  readonly size: number
  /** Null if it is not text. */
  readonly text: string | null
}

/** Maximum depth at which documents are searched in records. */
const deepest = 5

/** Finds the documents in the new values of a change: portal and FHIR attachments, files and faxes. */
export function findDocuments({ name, fields }: RecordChange): readonly StoredDocument[] {
  const whole = Object.fromEntries(
    fields
      .filter(({ path, to }) => /^\/[^/]+$/.test(path) && to !== undefined)
      .map(({ path, to }) => [path.slice(1), to]),
  )
  const below = fields.filter(({ path }) => !/^\/[^/]+$/.test(path)).flatMap(({ to }) => documentsIn(to, name, 0))
  return [...documentsIn(whole, name, 0), ...below]
}

function documentsIn(value: unknown, name: string, depth: number): readonly StoredDocument[] {
  if (depth > deepest) return []
  if (Array.isArray(value)) return toList(value).flatMap((item) => documentsIn(item, name, depth + 1))
  const object = toObject(value)
  if (object === undefined) return []
  const own = readDocument(object, name)
  if (own !== undefined) return [own]
  return Object.values(object).flatMap((inside) => documentsIn(inside, name, depth + 1))
}

/** Reads an object as a document if it has a media type or a name, and a content. */
function readDocument(object: object, name: string): StoredDocument | undefined {
  const member = (...names: readonly string[]): string | null =>
    names.map((one) => toText(memberAt(object, one))).find((text) => text !== null) ?? null
  const type = member('media_type', 'contentType')
  const title = member('file_name', 'path', 'title', 'document_type')
  if (type === null && title === null) return undefined
  const text = member('text', 'content')
  if (text !== null) return { title: title ?? name, type, size: new TextEncoder().encode(text).length, text }
  const data = member('content_base64', 'data')
  if (data === null) return undefined
  const bytes = decodeBytes(data)
  const isText = bytes !== null && /^text\/|[/+](json|xml)\b/i.test(type ?? '')
  return {
    title: title ?? name,
    type,
    size: bytes?.length ?? 0,
    text: isText ? new TextDecoder().decode(bytes) : null,
  }
}

/** Decodes base64 with or without line breaks and padding; null for any other text. */
function decodeBytes(data: string): Uint8Array | null {
  const digits = data.replaceAll(/[\s=]/g, '')
  try {
    return base64.decode(digits.padEnd(Math.ceil(digits.length / 4) * 4, '='))
  } catch {
    return null
  }
}
