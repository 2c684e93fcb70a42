import { isRecord, showValue } from './argument.js'
import type { SourceText } from './source-text.js'
import { quoteValue, X12Error } from './x12-error.js'

/** The delimiters of an interchange: all distinct, and none of them a letter, a digit or a space. */
export interface Delimiters {
  /** Separates elements: the character after `ISA`. */
  readonly element: string
  /** Separates components: ISA16. */
  readonly component: string
  /**
   * Separates repetitions: ISA11 from version 00402 on. Undefined in earlier versions, or if ISA11 is a letter, a digit
   * or a space.
   */
  readonly repetition: string | undefined
  /** Terminates segments: the character after ISA16. */
  readonly segment: string
}

/** The default delimiters: `*`, `:`, `^` and `~`. */
export const standardDelimiters: Delimiters = Object.freeze({
  element: '*',
  component: ':',
  repetition: '^',
  segment: '~',
})

/** The widths of ISA01 to ISA16. */
export const isaWidths: readonly number[] = [2, 10, 2, 10, 2, 15, 2, 15, 6, 4, 1, 5, 9, 1, 1, 1]

/** The length of an ISA segment, including its terminator. */
export const isaLength = 106

const REPETITION_FROM = '00402'
const EXAMPLE =
  'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260105*0900*^*00501*000000001*0*T*:~'

/**
 * Reads the delimiters at the fixed offsets of the ISA segment that begins at `start` (a character index).
 * Throws X12Error: `no-header` if there is no ISA, `invalid-header` naming the element whose width is wrong,
 * `invalid-delimiters` naming the delimiter that is a letter, a digit, a space, or used twice.
 */
export function readDelimiters(source: SourceText, start: number): Delimiters {
  const { text } = source
  if (!text.startsWith('ISA', start)) {
    throw new X12Error({
      code: 'no-header',
      expected: 'an interchange that begins with ISA',
      received: text.length === start ? 'an empty input' : quoteValue(text.slice(start, start + 20)),
      offset: source.byteOffset(start),
      example: EXAMPLE,
    })
  }
  const element = text.charAt(start + 3)
  checkDelimiter(source, start + 3, 'the element separator', [])
  let at = start + 3
  for (const [index, width] of isaWidths.entries()) {
    const next = at + width + 1
    const isLast = index === isaWidths.length - 1
    const inner = text.slice(at + 1, next)
    if (inner.length < width || (!isLast && (inner.includes(element) || text.charAt(next) !== element))) {
      throw new X12Error({
        code: 'invalid-header',
        expected: `${width} character${width === 1 ? '' : 's'} between separators, padded with spaces`,
        received: quoteValue(text.slice(at + 1, next + 1)),
        segment: 'ISA',
        element: index + 1,
        offset: source.byteOffset(at + 1),
        example: EXAMPLE,
      })
    }
    at = next
  }
  const component = text.charAt(start + 104)
  const segment = text.charAt(start + 105)
  checkDelimiter(source, start + 104, 'the component separator (ISA16)', [element])
  checkDelimiter(source, start + 105, 'the segment terminator', [element, component])
  const repetition = text.charAt(start + 82)
  const version = text.slice(start + 84, start + 89)
  const repeats = /^\d{5}$/.test(version) && version >= REPETITION_FROM && !/^[A-Za-z0-9 ]$/.test(repetition)
  if (repeats) checkDelimiter(source, start + 82, 'the repetition separator (ISA11)', [element, component, segment])
  return { element, component, repetition: repeats ? repetition : undefined, segment }
}

/** Throws X12Error `invalid-delimiters` for delimiters with which a written interchange could not be read back. */
export function requireDelimiters(delimiters: Delimiters): void {
  if (delimiters === standardDelimiters) return
  if (isRecord(delimiters)) {
    const { element, component, repetition, segment } = delimiters
    const all = [element, component, segment, ...(repetition === undefined ? [] : [repetition])]
    if (all.every((one) => typeof one === 'string' && canDivide(one)) && new Set(all).size === all.length) return
  }
  throw new X12Error({
    code: 'invalid-delimiters',
    expected: 'different delimiters of one character each, no letter, digit or space',
    received: isRecord(delimiters)
      ? quoteValue(Object.values(delimiters).map(String).join(' '))
      : showValue(delimiters),
    example: "{ element: '*', component: ':', repetition: '^', segment: '~' }",
  })
}

/** Whether a string can be a delimiter: one Latin-1 character that is not a letter, digit or space. */
function canDivide(text: string): boolean {
  return /^[^A-Za-z0-9 ]$/.test(text) && text.charCodeAt(0) < 0x100
}

function checkDelimiter(source: SourceText, index: number, what: string, taken: readonly string[]): void {
  const character = source.text.charAt(index)
  if (canDivide(character) && !taken.includes(character)) return
  throw new X12Error({
    code: 'invalid-delimiters',
    expected: `${what} to be a distinct character of one byte, no letter, digit or space`,
    received: character === '' ? 'the end of the input' : quoteValue(character),
    segment: 'ISA',
    offset: source.byteOffset(index),
    example: EXAMPLE,
  })
}
