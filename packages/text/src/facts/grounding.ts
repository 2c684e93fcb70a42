import type { Atom, AtomKind, AtomValue } from '../atoms/atom.js'
import { atomKinds, findKind } from '../atoms/atom.js'
import { FactSet, readWeekday } from '../atoms/fact-set.js'
import { NameIndex } from '../atoms/name-index.js'
import { readAtoms } from '../atoms/read-atoms.js'
import { isAllowed, readStatus, type Status, statuses } from '../atoms/status.js'
import type { ReadingSteps } from '../tokens/reading-steps.js'
import { isBirthday, type PartialDay, parsePartialDay } from '../written/written-date.js'
import { approximate } from '../written/written-number.js'
import type { WrittenText } from '../written/written-text.js'
import { parseTime } from '../written/written-time.js'
import { parseExpectedUnit } from '../written/written-unit.js'
import { isCalledDate } from './date-context.js'
import { type Fact, FactError } from './fact.js'
import { foldCode } from './fold-code.js'
import { readStatedText, type StatedText } from './stated-text.js'

/** A fact that a text may state. A string permits its words and all values in it. */
export type GroundFact = string | number | Exclude<Fact, { readonly words: readonly string[] }>

/** Options for judging a text. */
export interface GroundingOptions {
  /** The kinds of values to judge; default: all. */
  readonly kinds?: readonly AtomKind[] | undefined
  /** The known statuses, each true or false. Default: no status is judged. */
  readonly statuses?: Readonly<Partial<Record<Status, boolean>>> | undefined
}

/** A place in a text that the facts do not support. */
export interface Ungrounded {
  /**
   * `unknown`: no fact has this value. `denied`: the text denies a fact. `weekday`: the date has another weekday.
   * `unreadable`, `ambiguous` (can be read in several ways), `inexact` (not said to be exact or certain): undecided.
   */
  readonly what: 'unknown' | 'denied' | 'weekday' | 'unreadable' | 'ambiguous' | 'inexact'
  /** `order`: control characters change the order in which the text is displayed, or parts of it are struck out. */
  readonly kind: AtomKind | 'status' | 'order'
  readonly passage: string
}

const noUnits: readonly never[] = []

/** Number of values of a text that are judged in one step. */
const atomsPerStep = 32

/** The facts that texts about a world may state, and the names in that world. */
export class Grounds {
  /** The kinds of values that are judged. */
  static readonly kinds: readonly AtomKind[] = atomKinds
  /** The statuses that are read. */
  static readonly statuses: readonly Status[] = statuses
  /** The facts that the text was asked to state. */
  readonly #asked = new FactSet()
  /** Other known facts about the people in the text. */
  readonly #known = new FactSet()
  readonly #births = new FactSet()
  readonly #names: NameIndex
  readonly #today: PartialDay[] = []

  /** @param names - all names of the world; texts are searched for them. Default: none */
  constructor(names: NameIndex = new NameIndex()) {
    this.#names = names
  }

  /** Adds a fact that texts are asked to state. @throws {FactError} if no text can state it */
  add(fact: GroundFact): void {
    addFact(this.#asked, fact)
    if (typeof fact !== 'string') return
    // An organization requested by a short name may be called by its whole name.
    for (const name of this.#names.organizationsIn(fact)) this.#asked.add({ is: 'organization', name }, 'name')
  }

  /** Adds a fact that texts may state where it contradicts no requested fact. */
  addKnown(value: string | number): void {
    // Adding words that contain figures would hide contradicting values.
    if (typeof value === 'string' && /\d/.test(value)) addValues(this.#known, readStatedText(value))
    else addFact(this.#known, value)
  }

  /** Adds the birth date, `YYYY-MM-DD`, of a person the text is about. Does nothing if it is not a date. */
  addBirth(text: string): void {
    const day = parsePartialDay(text)
    if (day !== undefined) this.#births.add({ is: 'date', day }, 'date')
  }

  /** Adds a day, `YYYY-MM-DD`, that may be today for the author. Does nothing if it is not a date. */
  addToday(text: string): void {
    const day = parsePartialDay(text)
    if (day !== undefined) this.#today.push(day)
  }

  /** The number of facts, on which it depends how long a text takes to judge. */
  get size(): number {
    return this.#asked.size + this.#known.size
  }

  /** Returns, in steps, the passages that the facts do not support; empty if the text is grounded. */
  *judge(
    text: WrittenText,
    { kinds = atomKinds, statuses: allowed }: GroundingOptions,
  ): ReadingSteps<readonly Ungrounded[]> {
    for (const layer of ['words', 'parts', 'standings'] as const) {
      yield
      void text[layer]
    }
    const covered = new Set<number>()
    const denied: Ungrounded[] = []
    const note = (what: Ungrounded['what'], kind: Ungrounded['kind'], start: number, end: number): Ungrounded => ({
      what,
      kind,
      passage: cutPassage(text, start, end),
    })
    for (const [start, end] of [...(yield* this.#asked.find(text)), ...(yield* this.#known.find(text, this.#asked))]) {
      for (let at = start; at < end; at++) covered.add(at)
      if (denierBefore(text, start)) denied.push(note('denied', 'identifier', start, end))
    }
    yield
    const atoms = yield* readAtoms(text, this.#names, (token) => covered.has(token))
    yield
    const found = text.isReordered ? [note('unreadable', 'order', 0, shownOfReordered), ...denied] : denied
    for (const [at, atom] of atoms.entries()) {
      // Each is compared with every known amount and person, of which there may be thousands.
      if (at % atomsPerStep === 0) yield
      const what = kinds.includes(atom.kind) ? this.#judgeAtom(text, atom) : undefined
      if (what !== undefined) found.push(note(what, atom.kind, atom.start, atom.end))
    }
    yield
    if (allowed === undefined) return found
    for (let at = 0; at < text.tokens.length; at++) {
      const status = readStatus(text, at)
      if (status === undefined) continue
      if (status.isOpen) found.push(note('inexact', 'status', at, status.end))
      else if (!isAllowed(status, allowed))
        found.push(note(status.denied ? 'denied' : 'unknown', 'status', at, status.end))
    }
    return found
  }

  #judgeAtom(text: WrittenText, atom: Atom): Ungrounded['what'] | undefined {
    if (atom.readings.length === 0) return 'unreadable'
    const { start } = atom
    const isCalledBirth = atom.kind === 'date' && isBirthday(text.tokens, start)
    const fitting = atom.readings.filter(({ value }) => this.#isGrounded(text, atom, value, isCalledBirth))
    if (fitting.length === 0) {
      // "Not March 10" is true if no fact has that date.
      if (denierBefore(text, start)) return undefined
      const isScore = atom.kind === 'date' && atom.readings.some(({ value }) => value.is === 'amount')
      return isScore && !isCalledDate(text.tokens, atom) ? 'ambiguous' : 'unknown'
    }
    if (denierBefore(text, start)) return 'denied'
    if (
      atom.weekday !== undefined &&
      !fitting.some(({ value }) => isOnWeekday(value, atom.weekday ?? 0, this.#asked, this.#today))
    )
      return 'weekday'
    const isPlain = fitting.some(({ certain }) => certain) || !atom.readings.some(({ certain }) => certain)
    if (!isPlain) return 'ambiguous'
    return isHedged(text.tokens, atom) ? 'inexact' : undefined
  }

  #isGrounded({ tokens }: WrittenText, atom: Atom, value: AtomValue, isCalledBirth: boolean): boolean {
    if (this.#asked.has(value, this.#today)) return true
    if (isCalledBirth) return this.#births.has(value, noUnits)
    if (value.is === 'date' || value.is === 'nearby') {
      const isFree = !this.#asked.hasKind('date')
      const isToday = this.#today.some((day) => sameDay(value, day))
      return isFree ? isToday || this.#known.has(value, this.#today) : isToday && isHeading(tokens, atom)
    }
    if (!this.#known.has(value, this.#today)) return false
    if (value.is === 'code') return !this.#asked.isContradictedBy(value.text, 'identifier')
    return value.is === 'person' || !this.#asked.hasKind(atom.kind)
  }
}

function addFact(set: FactSet, fact: GroundFact): void {
  if (typeof fact !== 'string') {
    set.add(...readFact(fact))
    return
  }
  const stated = readStatedText(fact)
  addValues(set, stated)
  if (stated.name !== undefined) set.add(stated.name, 'name')
  if (stated.phrase !== undefined) set.addPhrase(stated.phrase)
}

function addValues(set: FactSet, { values }: StatedText): void {
  for (const [value, kind] of values) set.add(value, kind)
}

function readFact(fact: Exclude<GroundFact, string>): readonly [value: AtomValue, kind: AtomKind] {
  if (typeof fact === 'number') return [{ is: 'amount', values: [fact], units: [] }, 'count']
  if ('date' in fact) {
    const day = need(parsePartialDay(fact.date), 'date', 'an existing date as YYYY, YYYY-MM or YYYY-MM-DD')
    return [{ is: 'date', day }, 'date']
  }
  if ('time' in fact) {
    const minutes = need(parseTime(fact.time), 'time', 'a time of day as HH:MM, from 00:00 to 23:59')
    return [{ is: 'time', minutes }, 'time']
  }
  if ('code' in fact) {
    const text = foldCode(fact.code)
    return [
      { is: 'code', text: need(text === '' ? undefined : text, 'code', 'a code with a letter or digit') },
      'identifier',
    ]
  }
  const { quantity, unit: written } = fact
  if (!Number.isFinite(quantity)) throw new FactError('quantity', 'a finite number')
  const expected = 'a unit of UCUM such as "mmol/L", or a currency such as "USD"'
  const units = written === undefined ? [] : [need(parseExpectedUnit(written), 'unit', expected)]
  return [{ is: 'amount', values: [quantity], units }, findKind(units)]
}

function need<Value>(value: Value | undefined, member: FactError['member'], expected: string): Value {
  if (value === undefined) throw new FactError(member, expected)
  return value
}

function cutPassage(text: WrittenText, start: number, end: number): string {
  const from = /^[$€£]$/.test(text.tokens[start - 1]?.text ?? '') ? start - 1 : start
  return text.passage(from, Math.max(end, start + 1))
}

/** Number of tokens shown of a text that is displayed in another order. */
const shownOfReordered = 8

/** Words and marks that may stand between a negation and the word that it denies. */
const linking = /^(?:on|at|the|be|by|with|for|from|in|of|a|an|dr|doctor|mr|mrs|ms|exactly|really|number|[.,:"])$/
const maxLinkWords = 4

/** Whether a negation stands directly before a token: "it is not at 2:30". */
function denierBefore({ tokens }: WrittenText, start: number): boolean {
  for (let at = start - 1; at >= start - maxLinkWords; at--) {
    const word = tokens[at]?.text ?? ''
    if (/^(?:not|isnt|wasnt|arent|never|neither|nor)$/.test(word)) return true
    if (!linking.test(word)) return false
  }
  return false
}

/** Words that make an amount or a time vague. Without `about`, which may also introduce a topic. */
const hedges = new Set([...approximate].filter((word) => !/^(?:about|some|couple)$/.test(word)))

/** Whether a text gives a value only approximately: `about 2.6 mmol/L`, `around 2:30`, `born about 1950`. */
function isHedged(tokens: WrittenText['tokens'], { start, kind }: Atom): boolean {
  if (kind === 'name' || kind === 'identifier' || kind === 'telephone') return false
  const before = tokens[start - 1]?.text === '$' ? start - 2 : start - 1
  const linked = /^(?:on|at|by)$/.test(tokens[before]?.text ?? '') ? before - 1 : before
  const word = tokens[linked]?.text ?? ''
  if (word !== 'about') return hedges.has(word)
  return kind === 'quantity' || /^(?:born|booked|scheduled|due|is|was|at|on)$/.test(tokens[linked - 1]?.text ?? '')
}

function sameDay(value: AtomValue, day: PartialDay): boolean {
  if (value.is === 'nearby') return value.days === 0
  const said = value.is === 'date' ? value.day : {}
  return said.month === day.month && said.day === day.day && (said.year === undefined || said.year === day.year)
}

/** Whether a date is the date of the text itself: after `Date:`, `dated` or `today is`, or on a line of its own. */
function isHeading(tokens: WrittenText['tokens'], { start, end }: Atom): boolean {
  const isHead = (at: number) => /^(?:date|dated|sent|today|signed|printed)$/.test(tokens[at]?.text ?? '')
  if (isHead(start - 1) || (/^(?::|is|,)$/.test(tokens[start - 1]?.text ?? '') && isHead(start - 2))) return true
  return isLineBreak(tokens[start - 1]) && isLineBreak(tokens[end])
}

function isLineBreak(token: WrittenText['tokens'][number] | undefined): boolean {
  return token === undefined || /^\n/.test(token.text)
}

function isOnWeekday(value: AtomValue, weekday: number, asked: FactSet, today: readonly PartialDay[]): boolean {
  if (value.is !== 'date') return true
  const own = readWeekday(value.day)
  return own === undefined ? asked.has({ is: 'weekday', weekday }, today) : own === weekday
}
