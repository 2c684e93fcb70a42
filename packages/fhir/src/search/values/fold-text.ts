import { finish, type Steps } from '@carebench/protocol/wire'

/**
 * Characters that are folded at a time: one replacement over many MB takes several times as long as many over its
 * pieces.
 */
const foldedInStep = 64 * 1024

/**
 * How punctuation is folded: as a space; as nothing, unless a space is beside it; or apostrophes and full stops as
 * nothing only.
 */
export type FoldForm = 'spaced' | 'joined' | 'elided'

/**
 * Folds a text for comparison: case, accents, punctuation and repeated spaces do not count.
 *
 * @param most - how many characters of the result are needed: it is cut there, and the rest of the text is not read
 */
export function foldText(text: string, most = Number.POSITIVE_INFINITY, form: FoldForm = 'spaced'): string {
  if (text.length > foldedInStep || text.length > 2 * most) return finish(foldInSteps(text, most, form))
  const folded = foldPiece(text, form).trim()
  return folded.length > most ? folded.slice(0, most) : folded
}

/**
 * The forms in which a text is searched, most often one: R4 (3.1.1.4.8) ignores punctuation, so that `O'Brien` is
 * `OBrien`, and people write a space for a hyphen. A text and a value of a search match if one form of each does.
 */
export function foldForms(text: string, most?: number): readonly string[] {
  const forms = formsOf(text)
  return forms.length === 1 ? [foldText(text, most)] : [...new Set(forms.map((form) => foldText(text, most, form)))]
}

/** Returns the forms that may differ for a text. */
export function formsOf(text: string): readonly FoldForm[] {
  const hasPunctuation = plainAscii.test(text) ? asciiPunctuation.test(text) : punctuation.test(text)
  return hasPunctuation ? ['spaced', 'joined', 'elided'] : ['spaced']
}

const asciiPunctuation = /[!-/:-@[-`{-~]/
const punctuation = /[^\p{L}\p{N}\p{M}\s]/u

/** {@link foldText} in steps. */
export function* foldInSteps(text: string, most = Number.POSITIVE_INFINITY, form: FoldForm = 'spaced'): Steps<string> {
  const pieces: string[] = []
  let length = 0
  let endsInSpace = true
  let size = Math.min(foldedInStep, Math.max(2 * most, 64))
  for (let start = 0; start < text.length && length <= most; ) {
    if (start > 0) yield
    const end = endOfPiece(text, start, start + size)
    const folded = foldPiece(text.slice(start, end), form)
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

/** Maximum characters between words; after more, a piece may end. */
const separatorCharacters = 32

/** Returns the end of a piece of about this end: not inside a surrogate pair, and not between two words. */
function endOfPiece(text: string, start: number, about: number): number {
  if (about >= text.length) return text.length
  const before = text.slice(Math.max(start + 1, about - separatorCharacters), about)
  const end = about - (/[^\p{L}\p{N}\p{M}\p{Cs}]+$/u.exec(before)?.[0].length ?? 0)
  const isInsidePair =
    isBetween(text.charCodeAt(end - 1), 0xd800, 0xdbff) && isBetween(text.charCodeAt(end), 0xdc00, 0xdfff)
  return isInsidePair ? end - 1 : end
}

function isBetween(code: number, first: number, last: number): boolean {
  return code >= first && code <= last
}

/**
 * Folds a piece, with a space for what separates words at its ends. Each character is folded by itself, so that a text
 * may be cut anywhere: a final sigma, which depends on its neighbours, counts as any other.
 */
function foldPiece(text: string, form: FoldForm): string {
  const letters = plainAscii.test(text) ? text.toLowerCase() : foldLetters(text)
  if (form === 'joined') {
    return letters.replace(/[^\p{L}\p{N}]+/gu, (between) => (isBetweenWords(between) ? ' ' : ''))
  }
  const kept = form === 'elided' ? letters.replace(/['’ʼ`´.]/g, '') : letters
  return plainAscii.test(kept) ? kept.replace(/[^a-z0-9]+/g, ' ') : kept.replace(/[^\p{L}\p{N}]+/gu, ' ')
}

/** Whether what is between letters separates words: a space, unless a full stop is before it, as in "St. John". */
function isBetweenWords(between: string): boolean {
  return /\s/.test(between) && !between.startsWith('.')
}

function foldLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
}

const plainAscii = /^[ -~]*$/
