import { finish, type Steps } from '@carebench/protocol/wire'

/** Number of characters folded at a time: replacing in many MB at once takes several times as long as in pieces. */
const charactersPerStep = 64 * 1024

/**
 * How punctuation is folded: to a space (`spaced`); removed, and replaced by a space only where there is one that does
 * not follow a full stop (`joined`); or to a space, but apostrophes and full stops removed (`elided`).
 */
export type FoldForm = 'spaced' | 'joined' | 'elided'

/**
 * Folds a text for comparison without case, accents, punctuation and repeated spaces.
 *
 * @param most - maximum number of characters of the result; the rest of the text is not read
 */
export function foldText(text: string, most = Number.POSITIVE_INFINITY, form: FoldForm = 'spaced'): string {
  if (text.length > charactersPerStep || text.length > 2 * most) return finish(foldInSteps(text, most, form))
  const folded = foldPiece(text, form).trim()
  return folded.length > most ? folded.slice(0, most) : folded
}

/**
 * Returns the folded forms by which a text is searched, usually one: R4 (3.1.1.4.8) ignores punctuation, so `O'Brien`
 * matches `OBrien`, and people write a space for a hyphen. A text and a search value match if one form of each does.
 */
export function foldForms(text: string, most?: number): readonly string[] {
  const forms = listForms(text)
  return forms.length === 1 ? [foldText(text, most)] : [...new Set(forms.map((form) => foldText(text, most, form)))]
}

/** Returns the forms that may differ for a text. */
export function listForms(text: string): readonly FoldForm[] {
  const hasPunctuation = plainAscii.test(text) ? asciiPunctuation.test(text) : punctuation.test(text)
  return hasPunctuation ? ['spaced', 'joined', 'elided'] : ['spaced']
}

const asciiPunctuation = /[!-/:-@[-`{-~]/
const punctuation = /[^\p{L}\p{N}\p{M}\s]/u

/** Does the same as {@link foldText} in steps. */
export function* foldInSteps(text: string, most = Number.POSITIVE_INFINITY, form: FoldForm = 'spaced'): Steps<string> {
  const pieces: string[] = []
  let length = 0
  let endsInSpace = true
  let size = Math.min(charactersPerStep, Math.max(2 * most, 64))
  for (let start = 0; start < text.length && length <= most; ) {
    if (start > 0) yield
    const end = findPieceEnd(text, start, start + size)
    const folded = foldPiece(text.slice(start, end), form)
    const piece: string = endsInSpace && folded.startsWith(' ') ? folded.slice(1) : folded
    if (piece !== '') {
      pieces.push(piece)
      length += piece.length
      endsInSpace = piece.endsWith(' ')
    }
    start = end
    size = Math.min(charactersPerStep, 2 * size)
  }
  const folded = pieces.join('')
  // A space at the end precedes a word, unless the whole text was read.
  return length > most ? folded.slice(0, most) : folded.trimEnd()
}

/** Maximum number of characters between two words; after more, a piece may end there. */
const separatorCharacters = 32

/** Returns the end of a piece near `about`: after a word or within one, but not inside a surrogate pair. */
function findPieceEnd(text: string, start: number, about: number): number {
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
 * Folds a piece and keeps separators at its ends as a space. Folds each character by itself, so that a text may be cut
 * anywhere: a final sigma, which depends on its neighbours, becomes a regular one.
 */
function foldPiece(text: string, form: FoldForm): string {
  const letters = plainAscii.test(text) ? text.toLowerCase() : foldLetters(text)
  if (form === 'joined') {
    return letters.replace(/[^\p{L}\p{N}]+/gu, (between) => (isBetweenWords(between) ? ' ' : ''))
  }
  const kept = form === 'elided' ? letters.replace(/['’ʼ`´.]/g, '') : letters
  return plainAscii.test(kept) ? kept.replace(/[^a-z0-9]+/g, ' ') : kept.replace(/[^\p{L}\p{N}]+/gu, ' ')
}

/** Whether the characters between letters separate words: they have a space, not after a full stop as in "St. John". */
function isBetweenWords(between: string): boolean {
  return /\s/.test(between) && !between.startsWith('.')
}

function foldLetters(text: string): string {
  // Without the marks in the text, or sorting a long row of them would take quadratic time.
  return text
    .replace(/\p{M}+/gu, '')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
}

const plainAscii = /^[ -~]*$/
