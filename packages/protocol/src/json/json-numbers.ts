/** A number in a JSON text that a double cannot represent. */
export interface UncarriedNumber {
  /** The index of its first character. */
  readonly at: number
  /** The number as written. */
  readonly text: string
}

const suspicious = /\d{16}|[eE]\+?\d{3}/

/**
 * Returns the first number of a text that a double cannot represent: an integer beyond ±9007199254740991, or a number
 * beyond about ±1.8e308; undefined if there is none. The text must be valid JSON.
 */
export function findUncarriedNumber(text: string): UncarriedNumber | undefined {
  // A regular expression that matches whole JSON strings would exhaust its stack, so the rest is a loop.
  if (!suspicious.test(text)) return undefined
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x22) index = endOfJsonString(text, index)
    else if (code === 0x2d || isDigit(code)) {
      const at = index
      while (isNumberPart(text.charCodeAt(index + 1))) index++
      const token = text.slice(at, index + 1)
      if (!isRepresentable(token)) return { at, text: token }
    }
  }
  return undefined
}

/** Most strings are shorter than this; the rest of a longer one is searched by `indexOf`, ten times as fast. */
const shortLength = 64

/**
 * Returns the index of the quotation mark that ends the string beginning at `start`, or the text's length; undefined if
 * more than `maxEscaped` escaped quotation marks follow the first 64 characters of the string.
 */
export function endOfJsonString(text: Pick<string, 'length' | 'charCodeAt' | 'indexOf'>, start: number): number
export function endOfJsonString(
  text: Pick<string, 'length' | 'charCodeAt' | 'indexOf'>,
  start: number,
  maxEscaped: number,
): number | undefined
export function endOfJsonString(
  text: Pick<string, 'length' | 'charCodeAt' | 'indexOf'>,
  start: number,
  maxEscaped = Number.POSITIVE_INFINITY,
): number | undefined {
  const long = Math.min(start + shortLength, text.length)
  let index = start + 1
  for (; index < long; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x5c) index++
    else if (code === 0x22) return index
  }
  let escaped = 0
  for (let end = text.indexOf('"', index); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end
    while (before > index && text.charCodeAt(before - 1) === 0x5c) before--
    if ((end - before) % 2 === 0) return end
    if (++escaped > maxEscaped) return undefined
  }
  return text.length
}

function isRepresentable(token: string): boolean {
  const value = Number(token)
  return /^-?\d+$/.test(token) ? Number.isSafeInteger(value) : Number.isFinite(value)
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Whether a character is a digit, a sign, a point or the e of an exponent. */
function isNumberPart(code: number): boolean {
  return isDigit(code) || code === 0x2b || code === 0x2d || code === 0x2e || code === 0x45 || code === 0x65
}
