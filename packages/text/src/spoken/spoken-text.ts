import type { Token } from '../tokens/token.js'
import { findRevisions } from '../written/contradiction.js'
import { type Mention, WrittenText } from '../written/written-text.js'
import { inDigits } from './in-digits.js'
import { createAtoms, type SpokenAtom } from './spoken-atoms.js'
import { type CodeMention, findSpokenCode, matchAt, type SpokenCode } from './spoken-code.js'
import { readSpokenDates, type SpokenDate } from './spoken-date.js'

/** Maximum number of characters of an utterance that are read. */
export const maxUtteranceLength = 5000

/** The codes in a text that match one pattern. */
export interface AlikeCodes {
  /** The atoms at which a code can begin, in ascending order. */
  readonly starts: readonly number[]
  /** The codes that are not denied and do not overlap an earlier one. */
  readonly mentions: readonly CodeMention[]
  /** The number of different codes that are mentioned. */
  readonly count: number
}

/**
 * An utterance in a conversation, read once for any number of facts. At most {@link maxUtteranceLength} characters are
 * read; time and space are proportional to them.
 */
export class SpokenText {
  readonly #written: WrittenText
  #dates: readonly SpokenDate[] | undefined
  #atoms: readonly SpokenAtom[] | undefined
  readonly #alike = new Map<string, AlikeCodes>()

  constructor(text: string) {
    this.#written = new WrittenText(text.length > maxUtteranceLength ? text.slice(0, maxUtteranceLength) : text)
  }

  /** See {@link inDigits}; reads a text of any length. */
  static inDigits(text: string): Iterable<string> {
    return inDigits(text)
  }

  get tokens(): readonly Token[] {
    return this.#written.tokens
  }

  /** The utterance as written text, as `$says` reads it. */
  get written(): WrittenText {
    return this.#written
  }

  /** The dates in the utterance, without those that it denies or replaces. */
  get dates(): readonly SpokenDate[] {
    if (this.#dates === undefined) {
      const revisions = findRevisions(this.#written, new Set())
      this.#dates = readSpokenDates(this.#written).filter(
        ({ start, end }) => !this.denies(start, end) && !revisions.has(start),
      )
    }
    return this.#dates
  }

  /** The letters, digits and words of the utterance, each with the characters that it may stand for in a code. */
  get atoms(): readonly SpokenAtom[] {
    this.#atoms ??= createAtoms(this.tokens)
    return this.#atoms
  }

  /**
   * Returns the codes that match a pattern. The result is cached by pattern, so that codes of the same form share one
   * search.
   */
  alike(pattern: SpokenCode): AlikeCodes {
    const known = this.#alike.get(pattern.pattern)
    if (known !== undefined) return known
    const starts = this.atoms.flatMap((_, start) => (matchAt(this.atoms, start, pattern) === undefined ? [] : [start]))
    const mentions = this.codes(pattern, starts)
    const alike = { starts, mentions, count: new Set(mentions.map(({ value }) => value)).size }
    this.#alike.set(pattern.pattern, alike)
    return alike
  }

  /**
   * Returns the places where the utterance has a code and does not deny it. The code has to begin at one of the atoms
   * in `starts`; default: any.
   */
  codes(code: SpokenCode, starts?: readonly number[]): readonly CodeMention[] {
    return findSpokenCode(this.atoms, code, starts).filter(({ start, end }) => {
      return !this.denies(this.atoms[start]?.start ?? 0, this.atoms[end - 1]?.end ?? 0)
    })
  }

  /** Whether the utterance denies or takes back the tokens from `start` up to `end`. */
  denies(start: number, end: number): boolean {
    const last = this.#written.mentionValue(Math.max(start, end - 1), end, true)
    return isDenied(this.#written.mentionValue(start, end, true)) || last.stance === 'retracted'
  }
}

/** Whether a mention is denied or taken back. */
export function isDenied({ stance }: Mention): boolean {
  return stance === 'negated' || stance === 'retracted'
}
