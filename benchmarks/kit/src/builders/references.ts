import type { JsonObject, JsonValue } from '@carebench/protocol'
import { textOfBase64 } from '../base64.js'
import type { Resource } from '../clinic/people.js'
import { inWords, missingOr } from './expected-values.js'
import { dateWords, onlyWords } from './fixed-words.js'

/** The parts of an entry of `allow` for one reference. */
export interface ReferenceAllowed {
  readonly where: JsonObject
  readonly members: readonly string[]
}

/**
 * Returns the conditions and the members of an entry of `allow` for a reference: its target, and the type and display
 * that programs add. `text` is the matcher of the display, so that it cannot name another person or contain a remark.
 */
export function referenceAllowed(path: string, reference: string, text: JsonValue): ReferenceAllowed {
  const where = {
    [`${path}.reference`]: reference,
    [`${path}.type`]: missingOr(typeIn(reference)),
    [`${path}.display`]: missingOr(text),
  }
  return { where, members: Object.keys(where) }
}

/** Accepts a reference with at most its type and a display in these words, for lists in any order. */
export function onlyReference(reference: string, ...words: readonly string[]): JsonObject {
  return { $members: { reference, type: typeIn(reference), display: inWords(...words) } }
}

function typeIn(reference: string): string {
  return reference.slice(0, reference.indexOf('/'))
}

/** The members of a document that describe it. */
interface DocumentParts {
  readonly type: { readonly text: string }
  readonly description: string
  readonly date: string
  readonly subject: { readonly display: string }
  readonly author?: readonly { readonly display: string }[]
  readonly content: readonly { readonly attachment: { readonly data: string } }[]
}

/** Words that may name any document. */
const documentWords = 'document note of for about by to on from the a and dated signed entered'

/**
 * Accepts a text that names a document of the chart by its kind, patient, author, numbers and dates, and has no other
 * words.
 */
export function matchTitle(document: Resource, ...words: readonly string[]): JsonObject {
  const { type, description, date, subject, author = [], content } = document as unknown as DocumentParts
  const text = content.map(({ attachment }) => textOfBase64(attachment.data)).join('\n')
  const days = [date, ...(text.match(/\b\d{4}-\d\d-\d\d\b/g) ?? [])]
  const names = [subject, ...author].map(({ display }) => display)
  return onlyWords(
    [documentWords, type.text, description, document.id, ...names, ...days.flatMap(dateWords), ...words],
    [document.id, text.replaceAll(/[^0-9]+/g, ' '), date.slice(0, 10)],
  )
}
