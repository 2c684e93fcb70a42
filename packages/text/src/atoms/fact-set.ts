import { createAtoms, type SpokenAtom } from '../spoken/spoken-atoms.js'
import { compileSpokenCode, matchAt, type SpokenCode } from '../spoken/spoken-code.js'
import { findPhrase, type Phrase } from '../stance/phrase.js'
import { areEqualAmounts, isNear } from '../written/amount.js'
import type { PartialDay } from '../written/written-date.js'
import type { WrittenText } from '../written/written-text.js'
import type { AtomKind, AtomValue, PersonName } from './atom.js'
import { isSamePerson } from './name-index.js'

type Of<Is extends AtomValue['is']> = Extract<AtomValue, { readonly is: Is }>

/** Number of places searched for a code in one step. */
const startsPerStep = 2000

/** Values that texts may state. */
export class FactSet {
  readonly #days: PartialDay[] = []
  readonly #weekdays = new Set<number>()
  readonly #minutes = new Set<number>()
  readonly #amounts: Of<'amount'>[] = []
  readonly #codes = new Set<string>()
  readonly #telephones: string[] = []
  readonly #people: PersonName[] = []
  readonly #organizations = new Set<string>()
  readonly #phrases: Phrase[] = []
  readonly #kinds = new Set<AtomKind>()
  readonly #spoken: { readonly code: SpokenCode; readonly text: string; readonly kind: AtomKind }[] = []

  /** Adds a value that texts state as an atom of this kind. */
  add(value: AtomValue, kind: AtomKind): void {
    this.#kinds.add(kind)
    switch (value.is) {
      case 'date':
        this.#days.push(value.day)
        break
      case 'weekday':
        this.#weekdays.add(value.weekday)
        break
      case 'time':
        this.#minutes.add(value.minutes)
        break
      case 'amount':
        this.#amounts.push(value)
        break
      case 'code':
        this.#addCode(value.text)
        break
      case 'telephone':
        this.#telephones.push(value.digits)
        // Ten digits have no country code, eleven have one.
        this.#addSpoken(value.digits.slice(-10), 'telephone')
        this.#addSpoken(value.digits.slice(-11), 'telephone')
        break
      case 'person':
        this.#people.push(value.name)
        break
      case 'organization':
        this.#organizations.add(value.name)
    }
  }

  /** Adds words that a text may contain, even if some of them look like values. */
  addPhrase(phrase: Phrase): void {
    this.#phrases.push(phrase)
  }

  #addCode(text: string): void {
    if (this.#codes.has(text)) return
    this.#codes.add(text)
    this.#addSpoken(text, 'identifier')
  }

  #addSpoken(text: string, kind: AtomKind): void {
    const code = text.length >= 3 ? compileSpokenCode(text) : undefined
    if (code !== undefined) this.#spoken.push({ code, text, kind })
  }

  /** The number of words and values for which a text is searched, and with which its values are compared. */
  get size(): number {
    const values = this.#days.length + this.#amounts.length + this.#people.length + this.#telephones.length
    return this.#phrases.length + this.#spoken.length + values
  }

  /** Whether the set has a value of this kind. */
  hasKind(kind: AtomKind): boolean {
    return this.#kinds.has(kind)
  }

  /**
   * Whether a code or telephone number outside the set contradicts the set: it has the form of a known code, or the set
   * has any telephone number.
   */
  isContradictedBy(text: string, kind: AtomKind): boolean {
    return kind === 'telephone' ? this.hasKind(kind) : this.#hasCodeLike(text)
  }

  /** Whether the set has a code of the same form: as long, with letters and digits in the same places. */
  #hasCodeLike(text: string): boolean {
    const form = readForm(text)
    return [...this.#codes].some((code) => readForm(code) === form)
  }

  /**
   * Finds the words and codes of the set in a text, in any grouping or spelling, and returns their token ranges. Skips
   * codes that contradict one of `others`.
   */
  *find(
    text: WrittenText,
    others?: FactSet,
  ): Generator<undefined, readonly (readonly [start: number, end: number])[], undefined> {
    const found: (readonly [number, number])[] = []
    for (const phrase of this.#phrases) {
      yield
      for (const { start, end, certain } of findPhrase(text.words, phrase)) if (certain) found.push([start, end])
    }
    const codes = this.#spoken.filter(({ text: own, kind }) => others?.isContradictedBy(own, kind) !== true)
    if (codes.length === 0) return found
    yield
    const atoms = createAtoms(text.tokens)
    yield
    const byStart = groupByStart(atoms)
    let tried = 0
    for (const { code } of codes) {
      yield
      for (const start of byStart.get(code.pattern[0] ?? '') ?? []) {
        if (++tried % startsPerStep === 0) yield
        const match = matchAt(atoms, start, code)
        if (match !== undefined) found.push([atoms[start]?.start ?? 0, atoms[match.end - 1]?.end ?? 0])
      }
    }
    return found
  }

  /** Whether the set has a value. Relative days such as "tomorrow" are resolved against each day in `today`. */
  has(value: AtomValue, today: readonly PartialDay[]): boolean {
    switch (value.is) {
      case 'date':
        return this.#days.some((day) => agree(value.day, day))
      case 'nearby':
        return today.some((day) => this.#days.some((one) => agree(addDays(day, value.days), one)))
      case 'weekday':
        return this.#weekdays.has(value.weekday) || this.#days.some((day) => readWeekday(day) === value.weekday)
      case 'time':
        return this.#minutes.has(value.minutes)
      case 'amount':
        return this.#hasAmount(value)
      case 'code':
        return this.#codes.has(value.text)
      case 'telephone':
        return this.#telephones.some((digits) => endsAlike(digits, value.digits))
      case 'person':
        return this.#people.some((name) => isSamePerson(value.name, name))
      case 'organization':
        return this.#organizations.has(value.name)
    }
  }

  #hasAmount({ values, units, measured }: Of<'amount'>): boolean {
    const [value, ...others] = values
    if (value === undefined) return false
    const isYear = units.length === 0 && others.length === 0 && this.#days.some(({ year }) => year === value)
    const isOne = (number: number) =>
      this.#amounts.some((known) => {
        const [own] = known.values
        if (own === undefined || known.values.length > 1) return false
        if (measured || (units.length === 0 && known.units.length === 0)) return isNear(number, own)
        return areEqualAmounts(number, units, own, known.units) === true
      })
    const isSame = this.#amounts.some(
      (known) =>
        known.values.length === values.length &&
        known.values.every((own, index) => isNear(own, values[index] ?? 0)) &&
        known.units.length === units.length &&
        units.length === 0,
    )
    return isYear || isSame || values.every(isOne)
  }
}

function groupByStart(atoms: readonly SpokenAtom[]): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>()
  atoms.forEach(({ ways }, index) => {
    for (const first of new Set(ways.map((way) => way[0] ?? ''))) {
      const group = groups.get(first)
      if (group === undefined) groups.set(first, [index])
      else group.push(index)
    }
  })
  return groups
}

function readForm(text: string): string {
  return text.replace(/\d/g, '#').replace(/[^#]/g, '@')
}

/** Whether a day in a text matches a known day in every part that the text states. */
function agree(said: PartialDay, known: PartialDay): boolean {
  return (['year', 'month', 'day'] as const).every((part) => said[part] === undefined || said[part] === known[part])
}

/** Returns the weekday of a complete date, from 0 for Sunday; undefined if the year, month or day is missing. */
export function readWeekday({ year, month, day }: PartialDay): number | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay()
}

function addDays({ year = 0, month = 1, day = 1 }: PartialDay, days: number): PartialDay {
  const date = new Date(Date.UTC(year, month - 1, day + days))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** Whether two telephone numbers agree: they are equal, or one has an area or country code before the other. */
function endsAlike(one: string, other: string): boolean {
  const [longer, shorter] = one.length < other.length ? [other, one] : [one, other]
  return shorter.length >= 7 && longer.endsWith(shorter)
}
