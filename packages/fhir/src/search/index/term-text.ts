/** Number of characters in a piece. */
const pieceCharacters = 16_384

/** Maximum number of terms that are searched one by one; more terms are joined first. */
const fewTerms = 64

/** Terms that are joined into one text, each followed by a line break. */
interface Piece {
  readonly text: string
  readonly terms: readonly string[]
  /** The offset of each term in the text. */
  readonly starts: readonly number[]
}

/** Character codes below this are counted; all others are assumed to be rare. */
const countedCharacters = 128

/**
 * Finds the terms that contain a text. The terms are joined, so that they are searched at the speed of memory rather
 * than one by one. The search begins with the character of the text that is rarest in the terms, because every
 * occurrence of that character has to be examined.
 */
export class TermText {
  /** The number of occurrences of each character. */
  readonly #counts = new Uint32Array(countedCharacters)
  readonly #pieces: Piece[] = []
  #open: string[] = []
  #openCharacters = 0

  constructor(terms: Iterable<string>) {
    for (const term of terms) this.add(term)
  }

  add(term: string): void {
    this.#open.push(term)
    this.#openCharacters += term.length
    for (let place = 0; place < term.length; place++) {
      const code = term.charCodeAt(place)
      if (code < countedCharacters) this.#counts[code] = (this.#counts[code] ?? 0) + 1
    }
    if (this.#openCharacters >= pieceCharacters) this.#join()
  }

  /** Returns the terms that contain `part`, each as often as it was added, in no particular order. */
  containing(part: string): readonly string[] {
    if (this.#open.length > fewTerms) this.#join()
    const found = this.#open.filter((term) => term.includes(part))
    const rarest = this.#rarestOf(part)
    for (const piece of this.#pieces) findIn(piece, part, rarest, found)
    return found
  }

  /** Returns the place of the character of `part` that is rarest in the terms; 0 if `part` is empty. */
  #rarestOf(part: string): number {
    let rarest = 0
    let fewest = Number.POSITIVE_INFINITY
    for (let place = 0; place < part.length && fewest > 0; place++) {
      const count = this.#counts[part.charCodeAt(place)] ?? 0
      if (count >= fewest) continue
      fewest = count
      rarest = place
    }
    return rarest
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

/** Finds `part` by searching for its rest from the place `rarest` on. */
function findIn({ text, terms, starts }: Piece, part: string, rarest: number, found: string[]): void {
  const looked = part.slice(rarest)
  for (let place = text.indexOf(looked, rarest); place >= 0 && place < text.length; ) {
    const at = place - rarest
    let next = at + 1
    if (rarest === 0 || text.startsWith(part, at)) {
      const number = findPlace(starts, at)
      const term = terms[number] ?? ''
      const end = (starts[number] ?? 0) + term.length
      // The occurrence may begin in one term and end in the next.
      if (at + part.length <= end) {
        found.push(term)
        next = end + 1
      }
    }
    place = text.indexOf(looked, next + rarest)
  }
}

/** Returns the last place whose start is not after a position. */
function findPlace(starts: readonly number[], position: number): number {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= position) low = middle
    else high = middle
  }
  return low
}
