/** So many characters are searched at once. */
const pieceCharacters = 16_384

/** More terms than these are joined before they are searched. */
const fewTerms = 64

/** Terms that are joined into one text, each followed by a line break. */
interface Piece {
  readonly text: string
  readonly terms: readonly string[]
  /** Where each term begins in the text. */
  readonly starts: readonly number[]
}

/** Finds the terms that contain a text: joined, they are searched at the speed of memory, not one by one. */
export class TermText {
  readonly #pieces: Piece[] = []
  #open: string[] = []
  #openCharacters = 0

  constructor(terms: Iterable<string>) {
    for (const term of terms) this.add(term)
  }

  add(term: string): void {
    this.#open.push(term)
    this.#openCharacters += term.length
    if (this.#openCharacters >= pieceCharacters) this.#join()
  }

  /** The terms that contain `part`, each as often as it was added, in no certain order. */
  containing(part: string): readonly string[] {
    if (this.#open.length > fewTerms) this.#join()
    const found = this.#open.filter((term) => term.includes(part))
    for (const piece of this.#pieces) findIn(piece, part, found)
    return found
  }

  #join(): void {
    const terms = this.#open
    const starts: number[] = []
    let length = 0
    for (const term of terms) {
      starts.push(length)
      length += term.length + 1
    }
    this.#pieces.push({ text: `${terms.join('\n')}\n`, terms, starts })
    this.#open = []
    this.#openCharacters = 0
  }
}

function findIn({ text, terms, starts }: Piece, part: string, found: string[]): void {
  for (let at = text.indexOf(part); at >= 0 && at < text.length; ) {
    const place = placeAt(starts, at)
    const term = terms[place] ?? ''
    const end = (starts[place] ?? 0) + term.length
    // It may begin in one term and end in the next.
    const isInside = at + part.length <= end
    if (isInside) found.push(term)
    at = text.indexOf(part, isInside ? end + 1 : at + 1)
  }
}

/** The last place whose start is not after a position. */
function placeAt(starts: readonly number[], position: number): number {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= position) low = middle
    else high = middle
  }
  return low
}
