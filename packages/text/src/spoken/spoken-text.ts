import type { Token } from '../tokens/token.js'
import { findRevisions } from '../written/contradiction.js'
import { type Mention, WrittenText } from '../written/written-text.js'
import { createAtoms, type SpokenAtom } from './spoken-atoms.js'
import { type CodeMention, findSpokenCode, matchAt, type SpokenCode } from './spoken-code.js'
import { readSpokenDates, type SpokenDate } from './spoken-date.js'

/** Maximum characters that are read of an utterance. */
export const maxUtteranceLength = 5000

/** The codes of one pattern that a text says. */
export interface AlikeCodes {
  /** The atoms at which one can begin, in ascending order. */
  readonly starts: readonly number[]
  /** Those that are neither denied nor part of an earlier one. */
  readonly mentions: readonly CodeMention[]
  /** How many different ones are mentioned. */
  readonly count: number
}

/**
 * What somebody says in a conversation, read once for any number of facts. Time and space are proportional to its
 * length, of which at most {@link maxUtteranceLength} characters are read.
 */
export class SpokenText {
  readonly #written: WrittenText
  #dates: readonly SpokenDate[] | undefined
  #atoms: readonly SpokenAtom[] | undefined
  readonly #alike = new Map<string, AlikeCodes>()

  constructor(text: string) {
    this.#written = new WrittenText(text.length > maxUtteranceLength ? text.slice(0, maxUtteranceLength) : text)
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

  /** The codes of a pattern, which are searched once for all codes that look alike. */
  alike(pattern: SpokenCode): AlikeCodes {
    const known = this.#alike.get(pattern.pattern)
    if (known !== undefined) return known
    const starts = this.atoms.flatMap((_, start) => (matchAt(this.atoms, start, pattern) === undefined ? [] : [start]))
    const mentions = this.codes(pattern, starts)
    const alike = { starts, mentions, count: new Set(mentions.map(({ value }) => value)).size }
    this.#alike.set(pattern.pattern, alike)
    return alike
  }

  /** Where it says a code that begins at one of the atoms, apart from those that it denies. */
  codes(code: SpokenCode, starts?: readonly number[]): readonly CodeMention[] {
    return findSpokenCode(this.atoms, code, starts).filter(({ start, end }) => {
      return !this.denies(this.atoms[start]?.start ?? 0, this.atoms[end - 1]?.end ?? 0)
    })
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
