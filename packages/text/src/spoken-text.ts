import { findRevisions } from './contradiction.js'
import { createAtoms, type SpokenAtom } from './spoken-atoms.js'
import { readSpokenDates, type SpokenDate } from './spoken-date.js'
import type { Token } from './token.js'
import { type Mention, WrittenText } from './written-text.js'

/** Of a longer utterance, only so many characters are read. */
export const longestUtterance = 5000

/**
 * What somebody says in a conversation, read once for any number of facts. Time and space are proportional to its length,
 * of which at most {@link longestUtterance} characters are read.
 */
export class SpokenText {
  readonly #written: WrittenText
  #dates: readonly SpokenDate[] | undefined
  #atoms: readonly SpokenAtom[] | undefined

  constructor(text: string) {
    this.#written = new WrittenText(text.length > longestUtterance ? text.slice(0, longestUtterance) : text)
  }

  get tokens(): readonly Token[] {
    return this.#written.tokens
  }

  /** The text as `$says` reads it. */
  get written(): WrittenText {
    return this.#written
  }

  /** The dates that it says, without those that it denies or replaces. */
  get dates(): readonly SpokenDate[] {
    if (this.#dates === undefined) {
      const revisions = findRevisions(this.#written, new Set())
      this.#dates = readSpokenDates(this.#written).filter(
        ({ start, end }) => !this.denies(start, end) && !revisions.has(start),
      )
    }
    return this.#dates
  }

  /** Its letters, digits and words in the ways in which they can be part of a code. */
  get atoms(): readonly SpokenAtom[] {
    this.#atoms ??= createAtoms(this.tokens)
    return this.#atoms
  }

  /** Whether it says that the tokens from `start` up to `end` are not so, or takes them back. */
  denies(start: number, end: number): boolean {
    const last = this.#written.mentionValue(Math.max(start, end - 1), end, true)
    return isDenied(this.#written.mentionValue(start, end, true)) || last.stance === 'retracted'
  }
}

/** Whether what is mentioned is denied or taken back. */
export function isDenied({ stance }: Mention): boolean {
  return stance === 'negated' || stance === 'retracted'
}
