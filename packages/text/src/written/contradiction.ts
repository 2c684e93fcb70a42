import type { Part } from '../stance/part.js'
import type { Stance } from '../stance/stance.js'
import type { Token } from '../tokens/token.js'
import { areEqualAmounts, isNear } from './amount.js'
import { explanations, fillers, qualifiers, replacing } from './contradiction-cues.js'
import { type DateMention, mayBeSameDay } from './written-date.js'
import type { NumberMention } from './written-number.js'
import type { WrittenText } from './written-text.js'
import type { TimeMention } from './written-time.js'

/**
 * The effect of later words that take a value back, certainly (`retracted`) or possibly (`open`). `cue` is the token
 * that causes it.
 */
export interface Revision {
  readonly stance: Extract<Stance, 'retracted' | 'open'>
  readonly cue: number
}

interface Value {
  readonly start: number
  /** The token after its unit. */
  readonly end: number
  readonly number?: NumberMention
  readonly date?: DateMention
  readonly time?: TimeMention
  /** The index of the part that contains it. */
  readonly part: number
}

/** Maximum number of words between a value and its subject. */
const maxLinkWords = 14
/** Maximum number of earlier values that one correction may apply to. */
const maxReplaced = 8
/** Number of words around a value that are searched for an explanation of why there is another value. */
const nearWords = 24
const maxMarkerWords = 4

/**
 * Finds the values that a text replaces ("potassium 6.7. Actually 3.7.") or contradicts ("potassium 6.7. Potassium
 * 3.7."), and returns their revisions by first token. `subjects` are the tokens that name what was measured or dated.
 */
export function findRevisions(text: WrittenText, subjects: ReadonlySet<number>): ReadonlyMap<number, Revision> {
  return new RevisionFinder(text, subjects).find()
}

class RevisionFinder {
  readonly #text: WrittenText
  readonly #tokens: readonly Token[]
  readonly #subjects: ReadonlySet<number>
  readonly #values: readonly Value[]
  readonly #found = new Map<number, Revision>()

  constructor(text: WrittenText, subjects: ReadonlySet<number>) {
    this.#text = text
    this.#tokens = text.tokens
    this.#subjects = subjects
    this.#values = listValues(text)
  }

  find(): ReadonlyMap<number, Revision> {
    const stated: Value[] = []
    this.#values.forEach((value, index) => {
      const stance = this.#stanceOf(value)
      // The correction itself may cause the doubt: "should be 3.7".
      if (stance === 'affirmed' || stance === 'open') this.#replace(value, index, stance === 'open')
      if (stance === 'affirmed' && value.number !== undefined && this.#isStated(value)) stated.push(value)
    })
    this.#contradict(stated.filter(({ start }) => !this.#found.has(start)))
    return this.#found
  }

  #word(at: number): string {
    return this.#tokens[at]?.text ?? ''
  }

  #stanceOf({ start, end, number, date, time }: Value): Stance {
    const certain = (number ?? date ?? time)?.readings.some((reading) => reading.certain) === true
    return certain ? this.#text.mentionValue(start, end, true).stance : 'negated'
  }

  /** Whether a value stands alone, unlike the number in `3 doses`. */
  #isAlone({ end }: Value): boolean {
    const next = this.#tokens[end]
    if (next === undefined || next.kind === 'mark') return next === undefined || !/^[-/%°+]$/.test(next.text)
    return /^(?:and|but|or|so|not|because|since|instead|which|while|as)$/.test(next.text)
  }

  #replace(value: Value, index: number, isDoubted: boolean): void {
    const marker = this.#isAlone(value) ? this.#markerBefore(value) : undefined
    if (marker === undefined) return
    const { start, named } = marker
    if (isDoubted && this.#word(start) !== 'should') return
    const sentence = this.#partAt(start, value.part)?.sentence ?? 0
    let replaced: Value | undefined
    for (let at = index - 1; at >= Math.max(0, index - maxReplaced); at--) {
      const other = this.#values[at] as Value
      if (other.start >= start) continue
      const own = this.#sentenceOf(other)
      if (own < sentence - 1 || (replaced !== undefined && own < this.#sentenceOf(replaced))) return
      const isEqual = compare(other, value)
      if (isEqual === undefined || (named && !this.#hasSubjectBefore(other))) continue
      if (isEqual && replaced === undefined) return
      if (isEqual) continue
      // The last value is replaced; if a list in another sentence precedes, any of its values may be.
      this.#found.set(other.start, { stance: replaced === undefined ? 'retracted' : 'open', cue: start })
      if (own === sentence || named) return
      replaced = other
    }
  }

  #sentenceOf(value: Value): number {
    return this.#text.parts[value.part]?.sentence ?? 0
  }

  #partAt(token: number, near: number): Part | undefined {
    for (let at = near; at >= Math.max(0, near - maxLinkWords); at--) {
      const part = this.#text.parts[at]
      if (part !== undefined && part.start <= token) return part
    }
    return undefined
  }

  #hasSubjectBefore({ start }: Value): boolean {
    for (let at = start - 1; at >= Math.max(0, start - maxLinkWords); at--) {
      if (this.#subjects.has(at)) return true
      if (this.#tokens[at]?.kind === 'number') return false
    }
    return false
  }

  /**
   * Returns the start of the phrase before a value that says that it replaces another, and whether that phrase names
   * the subject.
   */
  #markerBefore({ start }: Value): { readonly start: number; readonly named: boolean } | undefined {
    let named = false
    for (let at = start - 1; at >= Math.max(0, start - maxLinkWords); at--) {
      const token = this.#tokens[at] as Token
      const length = token.kind === 'word' ? this.#markerLength(at) : 0
      if (length > 0) {
        const from = at - length + 1
        const before = this.#namesBefore(from)
        if (before === undefined) return undefined
        const marker = this.#tokens.slice(from, at + 1).map(({ text }) => text)
        const isNamed = named || before
        if (isNamed && marker.includes('should')) return undefined
        return { start: from, named: isNamed }
      }
      if (token.kind === 'number') return undefined
      if (this.#subjects.has(at)) named = true
      else if (token.kind === 'word' && !fillers.has(token.text)) return undefined
    }
    return undefined
  }

  /** Whether a clause names the subject before a token; undefined if the clause has another subject. */
  #namesBefore(from: number): boolean | undefined {
    let named = false
    for (let at = from - 1; at >= Math.max(0, from - maxLinkWords); at--) {
      const token = this.#tokens[at] as Token
      if (token.kind !== 'word') return named
      if (this.#subjects.has(at)) named = true
      else if (/^(?:and|but|or|so)$/.test(token.text)) return named
      else if (isUnit(this.#text, at)) return false
      else if (!fillers.has(token.text)) return undefined
    }
    return named
  }

  /** Returns the number of words of the marker that ends at a token, or 0. */
  #markerLength(end: number): number {
    for (let length = maxMarkerWords; length > 0; length--) {
      const words: string[] = []
      for (let at = end - length + 1; at <= end; at++) words.push(this.#word(at))
      const marker = words.join(' ')
      if (marker === 'no' && !/^[,-]$/.test(this.#word(end + 1))) continue
      if (replacing.has(marker)) return length
    }
    return 0
  }

  /**
   * Whether a sentence states a value of the subject and no other words explain the value: "the potassium is 3.7", but
   * neither "repeat potassium 3.7" nor "claim 100 paid".
   */
  #isStated(value: Value): boolean {
    let at = value.start - 1
    let isSentence = false
    const first = Math.max(0, at - maxLinkWords)
    for (; at >= first && !this.#subjects.has(at); at--) {
      const { kind, text } = this.#tokens[at] as Token
      if (kind === 'number' || /^[.;?!]$|^\n/.test(text)) return false
      if (/^(?:is|was|are|of)$/.test(text)) isSentence = true
      if (kind === 'word' && !fillers.has(text) && !isUnit(this.#text, at)) return false
    }
    if (at < first || !(isSentence || this.#isAlone(value))) return false
    while (this.#subjects.has(at) || this.#word(at) === '+') at--
    for (; this.#tokens[at]?.kind === 'word' && qualifiers.has(this.#word(at)); at--);
    return this.#beginsClause(at) && !this.#isExplained(value)
  }

  #beginsClause(at: number): boolean {
    const token = this.#tokens[at]
    if (token === undefined || /^(?:and|but|so)$/.test(token.text)) return true
    if (token.kind !== 'mark') return false
    if (token.text !== ':') return !/^[-/(]$/.test(token.text)
    // "Labs: potassium 6.7", but not "visit 2: potassium 6.7".
    for (let back = at - 1; back >= Math.max(0, at - maxLinkWords); back--) {
      const before = this.#tokens[back] as Token
      if (/^[.;?!]$|^\n/.test(before.text)) return true
      if (before.kind === 'number' || (before.kind === 'word' && !qualifiers.has(before.text))) return false
    }
    return true
  }

  #isExplained({ start, end, part }: Value): boolean {
    const sentence = this.#text.parts[part]?.sentence
    for (let near = part; near >= Math.max(0, part - nearWords); near--) {
      const other = this.#text.parts[near]
      if (other === undefined || other.sentence !== sentence) break
      if (this.#explains(Math.max(other.start, start - nearWords), Math.min(other.end, start))) return true
    }
    for (let near = part; near <= part + nearWords; near++) {
      const other = this.#text.parts[near]
      if (other === undefined || other.sentence !== sentence) break
      if (this.#explains(Math.max(other.start, end), Math.min(other.end, end + nearWords))) return true
    }
    return false
  }

  #explains(from: number, to: number): boolean {
    for (let at = from; at < to; at++) if (explanations.has(this.#word(at))) return true
    return false
  }

  /** Marks different values of one subject as contradicting each other. */
  #contradict(stated: readonly Value[]): void {
    // Each value is compared with the first of its kind and with the first that differs from it, so that time stays
    // proportional.
    const kinds: { first: Value; other?: Value }[] = []
    for (const value of stated) {
      const kind = kinds.find(({ first }) => compare(first, value) !== undefined)
      if (kind === undefined) {
        if (kinds.length < maxReplaced) kinds.push({ first: value })
      } else if (compare(kind.first, value) === false) kind.other ??= value
    }
    for (const value of stated) {
      const kind = kinds.find(({ first }) => compare(first, value) !== undefined)
      if (kind?.other === undefined) continue
      const contrary = compare(kind.first, value) === true ? kind.other : kind.first
      this.#found.set(value.start, { stance: 'retracted', cue: contrary.start })
    }
  }
}

function listValues(text: WrittenText): readonly Value[] {
  const values = [
    ...text.numbers.map((number) => ({ start: number.start, end: number.unitEnd, number })),
    ...text.times.map((time) => ({ start: time.start, end: time.end, time })),
    ...text.dates.map((date) => ({ start: date.start, end: date.end, date })),
  ].sort((a, b) => a.start - b.start)
  let part = 0
  return values.map((value) => {
    while (part + 1 < text.parts.length && (text.parts[part + 1] as Part).start <= value.start) part++
    return { ...value, part }
  })
}

function isUnit(text: WrittenText, at: number): boolean {
  return text.unitTokens.has(at)
}

/** Whether two values are equal; undefined if they are of different kinds. */
function compare(a: Value, b: Value): boolean | undefined {
  if (a.date !== undefined && b.date !== undefined) return mayBeSameDay(a.date, b.date)
  if (a.time !== undefined && b.time !== undefined) {
    const [one, other] = [a.time, b.time]
    return one.readings.some(({ minutes }) => other.readings.some((reading) => reading.minutes === minutes))
  }
  if (a.number === undefined || b.number === undefined) return undefined
  const [one, other] = [a.number, b.number]
  const results = one.readings.flatMap(({ value }) =>
    other.readings.map((reading) =>
      one.units.length === 0 || other.units.length === 0
        ? isNear(value, reading.value)
        : areEqualAmounts(value, one.units, reading.value, other.units),
    ),
  )
  return results.includes(true) ? true : results.includes(false) ? false : undefined
}
