import { finish, type Steps } from '@carebench/protocol/wire'

/** Characters that are folded at a time: one replacement over many MB takes several times as long as many over its pieces. */
const foldedInStep = 64 * 1024

/**
 * Folds a text for comparison: case, accents, punctuation and repeated spaces do not count.
 *
 * @param most - how many characters of the result are needed: it is cut there, and the rest of the text is not read
 */
export function foldText(text: string, most = Number.POSITIVE_INFINITY): string {
  if (text.length > foldedInStep || text.length > 2 * most) return finish(foldInSteps(text, most))
  const folded = foldPiece(text).trim()
  return folded.length > most ? folded.slice(0, most) : folded
}

/** {@link foldText} in steps. */
export function* foldInSteps(text: string, most = Number.POSITIVE_INFINITY): Steps<string> {
  const pieces: string[] = []
  let length = 0
  let endsInSpace = true
  let size = Math.min(foldedInStep, Math.max(2 * most, 64))
  for (let start = 0; start < text.length && length <= most; ) {
    if (start > 0) yield
    const end = endOfPiece(text, start + size)
    const folded = foldPiece(text.slice(start, end))
    const piece: string = endsInSpace && folded.startsWith(' ') ? folded.slice(1) : folded
    if (piece !== '') {
      pieces.push(piece)
      length += piece.length
      endsInSpace = piece.endsWith(' ')
    }
    start = end
    size = Math.min(foldedInStep, 2 * size)
  }
  const folded = pieces.join('')
  // A space at the end is followed by a word, unless the whole text was read.
  return length > most ? folded.slice(0, most) : folded.trimEnd()
}

/** The end of a piece of about this end: not inside a surrogate pair. */
function endOfPiece(text: string, end: number): number {
  if (end >= text.length) return text.length
  const isInsidePair =
    isBetween(text.charCodeAt(end - 1), 0xd800, 0xdbff) && isBetween(text.charCodeAt(end), 0xdc00, 0xdfff)
  return isInsidePair ? end - 1 : end
}

function isBetween(code: number, first: number, last: number): boolean {
  return code >= first && code <= last
}

/**
 * Folds a piece, with a space for what separates words at its ends. Each character is folded by itself, so that a text may be
 * cut anywhere: a final sigma, which depends on its neighbours, counts as any other.
 */
function foldPiece(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, ' ')
  return foldLetters(text).replace(/[^\p{L}\p{N}]+/gu, ' ')
}

function foldLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
}

const plainAscii = /^[ -~]*$/
