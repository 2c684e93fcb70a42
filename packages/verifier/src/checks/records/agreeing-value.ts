import type { JsonValue } from '@carebench/protocol'
import { type CodesLike, foldText } from '@carebench/text'
import { parsePartialDate, truncateDate } from '../../values/dates/partial-date.js'
import { ownMember } from '../../values/json/is-json-object.js'
import { sortedJson } from '../../values/json/sorted-json.js'

/** The ways in which values of different systems can be normalized before they are compared. */
export const readings = ['text', 'date', 'digits', 'code'] as const

/** One of {@link readings}, or a finder for the codes of a form in texts. */
export type Reading = (typeof readings)[number] | CodesLike

/**
 * Returns the normalized forms of a value: two values agree if they share one. Empty if the value cannot be normalized
 * this way.
 */
export function readAs(value: JsonValue | undefined, reading: Reading | undefined): readonly string[] {
  if (value === undefined) return []
  if (typeof reading === 'function') return typeof value === 'string' ? reading(value) : []
  switch (reading) {
    case 'text':
      return readText(value, foldText)
    case 'date':
      return readText(value, readDay)
    case 'digits':
      return readText(value, (text) => text.replace(/\D/g, ''))
    case 'code':
      return readCodes(value)
    default:
      return [sortedJson(value)]
  }
}

function readText(value: JsonValue, read: (text: string) => string): readonly string[] {
  const text = typeof value === 'string' ? read(value) : ''
  return text === '' ? [] : [text]
}

function readDay(text: string): string {
  const date = parsePartialDate(text)
  return (date && truncateDate(date, 'day'))?.fields.join('-') ?? ''
}

/** Returns the codes of a code string, a Coding or a CodeableConcept. */
function readCodes(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  const codings = ownMember(value, 'coding')
  const all = [value, ...(Array.isArray(codings) ? (codings as readonly JsonValue[]) : [])]
  return all.map((coding) => ownMember(coding, 'code')).filter((code) => typeof code === 'string')
}
