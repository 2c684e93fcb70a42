/** The start and end of each line of a text, excluding line ends and empty lines. */
export interface Lines {
  readonly starts: number[]
  readonly ends: number[]
}

/**
 * Finds the lines of a text from `from` on, ended by any mix of CR, LF and CRLF.
 *
 * Takes one pass: a text that contains only one of the two characters is searched only for that one.
 */
export function scanLines(text: string, from: number): Lines {
  const starts: number[] = []
  const ends: number[] = []
  const length = text.length
  let carriageReturn = text.indexOf('\r', from)
  let lineFeed = text.indexOf('\n', from)
  if (carriageReturn < 0) carriageReturn = length
  if (lineFeed < 0) lineFeed = length
  let start = from
  while (start < length) {
    const end = Math.min(carriageReturn, lineFeed)
    if (end > start) {
      starts.push(start)
      ends.push(end)
    }
    start = end + 1
    if (end === carriageReturn && end < length) {
      carriageReturn = text.indexOf('\r', start)
      if (carriageReturn < 0) carriageReturn = length
    } else if (end === lineFeed && end < length) {
      lineFeed = text.indexOf('\n', start)
      if (lineFeed < 0) lineFeed = length
    }
  }
  return { starts, ends }
}

/**
 * Encodes the three characters at `start` as one number if they form a segment name followed by the field separator or
 * the end of the line, else returns -1. A name is an upper-case letter and two upper-case letters or digits.
 */
export function encodeNameAt(text: string, start: number, end: number, separator: number): number {
  const first = text.charCodeAt(start)
  const second = text.charCodeAt(start + 1)
  const third = text.charCodeAt(start + 2)
  if (first < 65 || first > 90 || !isLetterOrDigit(second) || !isLetterOrDigit(third)) return -1
  if (end !== start + 3 && (end < start + 3 || text.charCodeAt(start + 3) !== separator)) return -1
  return (first << 16) | (second << 8) | third
}

/** Encodes a segment name as the number that `encodeNameAt` returns for it. */
export function encodeName(name: string): number {
  return (name.charCodeAt(0) << 16) | (name.charCodeAt(1) << 8) | name.charCodeAt(2)
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
}
