import { argumentError, requireRecord, showValue } from './argument.js'
import { type Delimiters, requireDelimiters, standardDelimiters } from './delimiters.js'
import type { Segment } from './segment.js'
import type { CompositeValue, ElementValue, SegmentValue, SimpleValue } from './values.js'
import { quoteValue, X12Error } from './x12-error.js'

/** Options for writing segments. */
export interface WriteOptions {
  /** The delimiters; default `*`, `:`, `^` and `~`. */
  readonly delimiters?: Delimiters
  /** The line end after each terminator; default: none. */
  readonly lineEnd?: '' | '\n' | '\r\n'
  /**
   * How to treat a delimiter, a control character or half of a surrogate pair in a value, since X12 has no escape
   * sequences: `refuse` (default) throws, and `space` replaces it with a space.
   */
  readonly onDelimiter?: 'refuse' | 'space'
}

/**
 * Writes one segment with its terminator; trailing empty elements and components are left out. Throws X12Error
 * `invalid-value` for a missing or malformed identifier, a number that is not finite or would need an exponent, several
 * repetitions without a repetition separator, a value that is neither text, number, null nor undefined, and what
 * `onDelimiter` refuses. Throws `invalid-delimiters` for delimiters with which the segment could not be read back.
 */
export function writeSegment(segment: SegmentValue, options: WriteOptions = {}): string {
  if (!Array.isArray(segment)) throw argumentError('a segment as a list', segment, EXAMPLE)
  requireRecord(options, 'options, or nothing', "{ onDelimiter: 'space' }")
  const { delimiters = standardDelimiters, lineEnd = '' } = options
  requireDelimiters(delimiters)
  if (lineEnd !== '' && lineEnd !== '\n' && lineEnd !== '\r\n') {
    throw argumentError('nothing, LF or CRLF after each terminator', lineEnd, "{ lineEnd: '\\n' }")
  }
  const [id, ...elements] = segment
  if (typeof id !== 'string' || !/^[A-Z][A-Z0-9]{1,2}$/.test(id)) {
    throw valueError('a segment identifier of 2 or 3 capital letters and digits', showValue(id))
  }
  const clean = options.onDelimiter === 'space'
  const written = elements.map((element, index) => writeElement(element, delimiters, clean, id, index + 1))
  return joinTrimmed([id, ...written], delimiters.element) + delimiters.segment + lineEnd
}

/** Returns a segment as values, with composites and repetitions split. The inverse of `writeSegment`. */
export function readSegment(segment: Segment): SegmentValue {
  const { component, repetition } = segment.source.delimiters
  const divide = (text: string) => (text.includes(component) ? text.split(component) : text)
  return [
    segment.id,
    ...segment
      .elements()
      .map(
        (text): ElementValue =>
          repetition !== undefined && text.includes(repetition)
            ? { repetitions: text.split(repetition).map(divide) }
            : divide(text),
      ),
  ]
}

function writeElement(
  value: ElementValue,
  delimiters: Delimiters,
  clean: boolean,
  id: string,
  element: number,
): string {
  const one = (item: SimpleValue | CompositeValue): string =>
    isComposite(item)
      ? joinTrimmed(
          item.map((part) => writeValue(part, delimiters, clean, id, element)),
          delimiters.component,
        )
      : writeValue(item, delimiters, clean, id, element)
  if (!isRepeated(value)) return one(value)
  if (!Array.isArray(value.repetitions)) {
    throw valueError(
      'an element as text, number, list of components or { repetitions: [...] }',
      showValue(value),
      id,
      element,
    )
  }
  if (value.repetitions.length > 1 && delimiters.repetition === undefined) {
    throw valueError('a repetition separator in the delimiters', `${value.repetitions.length} repetitions`, id, element)
  }
  return value.repetitions.map(one).join(delimiters.repetition ?? '')
}

function writeValue(value: SimpleValue, delimiters: Delimiters, clean: boolean, id: string, element: number): string {
  if (value === null || value === undefined) return ''
  let text = typeof value === 'number' ? writeNumber(value, id, element) : value
  if (typeof text !== 'string')
    throw valueError('a text, a number or nothing as a value', showValue(value), id, element)
  // An unpaired surrogate cannot be encoded and would become another character.
  if (LONE.test(text)) {
    if (!clean) throw valueError('whole characters, no half of a surrogate pair', quoteValue(text), id, element)
    text = text.replaceAll(new RegExp(LONE, 'gu'), ' ')
  }
  let written = ''
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (!isForbidden(character, delimiters)) written += character
    else if (clean) written += ' '
    else throw valueError('a value without delimiters and control characters', quoteValue(text), id, element)
  }
  return written
}

const LONE = /\p{Cs}/u

function isForbidden(character: string, { element, component, repetition, segment }: Delimiters): boolean {
  const code = character.charCodeAt(0)
  return (
    code < 32 ||
    code === 127 ||
    code === 0xfeff ||
    character === element ||
    character === component ||
    character === repetition ||
    character === segment
  )
}

function writeNumber(value: number, id: string, element: number): string {
  const text = String(value)
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw valueError('a finite number written without exponent', text, id, element)
  return text
}

/** Joins parts, dropping trailing empty ones. */
function joinTrimmed(parts: readonly string[], separator: string): string {
  let length = parts.length
  while (length > 0 && parts[length - 1] === '') length--
  return parts.slice(0, length).join(separator)
}

function isComposite(value: ElementValue): value is CompositeValue {
  return Array.isArray(value)
}

function isRepeated(value: ElementValue): value is { readonly repetitions: readonly (SimpleValue | CompositeValue)[] } {
  return typeof value === 'object' && value !== null && !isComposite(value)
}

const EXAMPLE = "['NM1', 'IL', '1', 'DOE']"

function valueError(expected: string, received: string, segment?: string, element?: number): X12Error {
  const place = { ...(segment === undefined ? {} : { segment }), ...(element === undefined ? {} : { element }) }
  return new X12Error({ code: 'invalid-value', expected, received, ...place, example: EXAMPLE })
}
