import { foldText } from '@carebench/text'
import { compileNextPattern } from '@carebench/verifier'
import { RE2JS } from 're2js'
import { type Static, Type } from 'typebox'
import { show } from './json-shape.js'

const phrase = Type.String({ minLength: 1, maxLength: 500 })

/**
 * What a listener matches: a phrase, a list of phrases of which any one matches, or `{regex}` in RE2 syntax, matched
 * anywhere and case-insensitively. Every Unicode space, such as a no-break space, counts as a space.
 */
export const whenSchema = Type.Union(
  [
    phrase,
    Type.Array(phrase, { minItems: 1, maxItems: 100 }),
    Type.Object({ regex: Type.String({ minLength: 1, maxLength: 500 }) }, { additionalProperties: false }),
  ],
  { description: 'A phrase, several phrases of which one has to be said, or {"regex": "…"} (RE2).' },
)

export type When = Static<typeof whenSchema>

/** Unicode spaces, which are replaced by a plain one before a pattern is matched. */
const spaces = /\p{Zs}/gu

/** Whether a text matches. */
export type Listener = (text: string) => boolean

/** The compile cost of the patterns of one configuration so far, in the units of {@link compileNextPattern}. */
export interface PatternWork {
  patternWork: number
}

/** Maximum product of the length of a text and the cost of the listeners it is compared with. */
const maxHearingWork = 1_500_000

/**
 * Maximum cost per character of the listeners that one text is compared with, in pattern instructions. With a higher
 * cost, too little of a text would be searched.
 */
const maxCost = 1500

/** Number of phrase characters that take as long to search for as one pattern instruction. */
const phraseCharactersOfInstruction = 50

/**
 * The listeners that one text is compared with, such as the replies of a persona. They share one cost limit, so the
 * more they cost, the shorter the part of a long text that is searched.
 */
export class ListenerGroup {
  readonly #spent: PatternWork
  #cost = 0
  /** A cache of the last folded text, because all listeners of a group are tested on one text before the next. */
  #heard = { text: '', folded: ' ' }

  /**
   * @param spent - the compile cost of the configuration's patterns so far; default: zero
   */
  constructor(spent: PatternWork = { patternWork: 0 }) {
    this.#spent = spent
  }

  /**
   * Compiles a listener. Phrases match on word boundaries, with case, accents, white space and punctuation folded.
   * Throws an Error that names the location of a phrase or pattern that can never match, or that exceeds the limit of
   * the group or the configuration.
   */
  compile(when: When, place: string): Listener {
    if (typeof when === 'object' && !Array.isArray(when)) return this.#compileRegex(when.regex, place)
    const phrases = (Array.isArray(when) ? when : [when]).map((text) => {
      const folded = foldText(text)
      if (folded === '') throw new Error(`${place}: expected a phrase with a letter or a digit, got ${show(text)}.`)
      this.#spend(folded.length / phraseCharactersOfInstruction, place)
      return ` ${folded} `
    })
    return (text) => {
      const heard = this.#fold(text)
      return phrases.some((candidate) => heard.includes(candidate))
    }
  }

  #compileRegex(regex: string, place: string): Listener {
    const pattern = parseRegex(regex, this.#spent, place)
    this.#spend(pattern.programSize(), place)
    return (text) => pattern.matcher(text.slice(0, this.#heardCharacters()).replace(spaces, ' ')).find()
  }

  #spend(cost: number, place: string): void {
    this.#cost += cost
    if (this.#cost <= maxCost) return
    throw new Error(
      `${place}: expected phrases and patterns that one text is compared with to have at most ` +
        `${maxCost * phraseCharactersOfInstruction} characters or ${maxCost} instructions together, got more ` +
        'here: use fewer or shorter ones.',
    )
  }

  #heardCharacters(): number {
    return Math.floor(maxHearingWork / Math.max(1, this.#cost))
  }

  #fold(text: string): string {
    if (this.#heard.text !== text) {
      const characters = this.#heardCharacters()
      const folded = foldText(text.slice(0, characters))
      // Drops a word that was cut off, so that "no" does not match the beginning of "notice".
      const whole = text.length > characters ? folded.slice(0, Math.max(0, folded.lastIndexOf(' '))) : folded
      this.#heard = { text, folded: ` ${whole} ` }
    }
    return this.#heard.folded
  }
}

function parseRegex(regex: string, spent: PatternWork, place: string): RE2JS {
  try {
    return compileNextPattern(regex, spent, { flags: RE2JS.CASE_INSENSITIVE, of: 'one configuration' })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${place}: expected a pattern in RE2 syntax, got ${show(regex)} (${reason}).`, { cause: error })
  }
}
