import type { JsonValue } from '@carebench/protocol'
import type { IdentifyingValue } from '../../identifying-values.js'
import type { PersonalDetail } from '../../identity.js'
import type { Beginning, PersonalItem } from '../mutants/beginning.js'
import { isWord, type Replacements } from '../mutants/replace-texts.js'
import { divideCandidates, type StrangerCandidate } from '../mutants/strangers.js'
import { textsOf } from '../texts.js'
import type { ActTarget } from './recorded-act.js'

/** A person in the place of another. */
export interface PersonSwap {
  /** Who is replaced, and by whom, as records refer to them: `Patient/p1`. */
  readonly person: string
  readonly stranger: string
  /** All that texts say of the one, with the same of the other. */
  readonly replacements: Replacements
}

/** What a record says of a person. */
interface Detail {
  readonly detail: PersonalDetail
  /** The member and its list, which say what kind of number it is. */
  readonly slot: string
  readonly value: string
}

/** Maximum number of characters in which people are looked for. */
const mostRead = 500_000

/** The people of a task and all others, for calls that are made about somebody else than they should be. */
export class PersonSwaps {
  readonly #details: ReadonlyMap<string, readonly Detail[]>
  readonly #own: readonly string[]
  readonly #strangers: readonly string[]
  readonly #items: readonly (PersonalItem & { readonly people: readonly string[] })[]

  /** @param own - texts that say whom the work is about; if they are too long to be read, there are no strangers */
  constructor(beginning: Beginning, own: readonly string[]) {
    const isReadable = own.reduce((sum, { length }) => sum + length, 0) <= mostRead
    const candidates = isReadable ? beginning.candidates : []
    const { details, items } = candidates.length === 0 ? nobody : detailsIn(beginning)
    const divided = candidates.length === 0 ? { own: [], strangers: [] } : divideCandidates(candidates, own)
    this.#details = details
    this.#own = peopleOf(divided.own)
    this.#strangers = peopleOf(divided.strangers).filter((person) => !this.#own.includes(person))
    this.#items = items
  }

  /**
   * Two strangers in the place of the person of whom calls say most: first the one of whom the same is known, then the one who is
   * most like the person, such as a namesake.
   */
  of(calls: JsonValue): readonly PersonSwap[] {
    const texts = textsOf(calls)
    let [person, said]: [string, readonly Detail[]] = ['', []]
    for (const one of this.#own) {
      const found = (this.#details.get(one) ?? []).filter(({ detail, value }) => isSaid(texts, detail, value))
      if (found.some(({ detail }) => isStrong(detail)) && found.length > said.length) [person, said] = [one, found]
    }
    if (said.length === 0) return []
    const others = this.#strangers
      .map((stranger) => ({ stranger, ...this.#replace(said, stranger) }))
      .filter(({ strong }) => strong)
    const [known] = [...others].sort((a, b) => b.replaced - a.replaced)
    const [alike] = others.filter((other) => other !== known && other.alike > 0).sort((a, b) => b.alike - a.alike)
    return [known, alike].flatMap((other) => {
      return other === undefined ? [] : [{ person, stranger: other.stranger, replacements: other.replacements }]
    })
  }

  /** The first record of each list that is about one stranger and nobody else. */
  recordsOfStrangers(): readonly PersonalItem[] {
    const byList = new Map<string, PersonalItem>()
    for (const { people, ...item } of this.#items) {
      const [person] = people
      const list = JSON.stringify([item.system ?? null, item.list])
      if (item.key === undefined || person === undefined || people.length > 1 || byList.has(list)) continue
      if (this.#strangers.includes(person)) byList.set(list, item)
    }
    return [...byList.values()]
  }

  /** The record of somebody that a path names, and one of a stranger in its list; undefined if there is none. */
  recordOfStrangerFor({
    parts,
    system,
    path,
  }: ActTarget): { readonly key: string; readonly other: string } | undefined {
    const steps = path.split('/')
    const named = new Set(
      steps.flatMap((_, from) => steps.slice(from).map((__, to) => steps.slice(from, from + to + 1).join('/'))),
    )
    const isThere = (item: PersonalItem) => parts.includes(item.part) && item.system === system
    const item = this.#items.find((one) => one.key !== undefined && named.has(one.key) && isThere(one))
    const other = this.recordsOfStrangers().find((one) => one.list === item?.list && isThere(one))
    if (item?.key === undefined || other?.key === undefined || other.key === item.key) return undefined
    return { key: item.key, other: other.key }
  }

  #replace(said: readonly Detail[], stranger: string) {
    const theirs = this.#details.get(stranger) ?? []
    const replacements = new Map<string, string>()
    let [replaced, alike, strong] = [0, 0, false]
    for (const { detail, slot, value } of said) {
      const other =
        theirs.find((one) => one.slot === slot)?.value ?? (isNumber(detail) ? undefined : ofDetail(theirs, detail))
      if (other === undefined) continue
      replaced++
      if (other === value) alike++
      else if (isStrong(detail)) strong = true
      const [forms, others] = [formsOf(detail, value), formsOf(detail, other)]
      forms.forEach((form, index) => {
        if (form !== others[index] && !replacements.has(form)) replacements.set(form, others[index] ?? other)
      })
    }
    return { replacements, replaced, alike, strong }
  }
}

function ofDetail(details: readonly Detail[], detail: PersonalDetail): string | undefined {
  return details.find((one) => one.detail === detail)?.value
}

/** Whether it is a number, of which there are several kinds. */
function isNumber(detail: PersonalDetail): boolean {
  return detail === 'id'
}

/** Whether a value of this kind says by itself, or nearly so, who is meant. */
function isStrong(detail: PersonalDetail): boolean {
  return detail === 'id' || detail === 'reference' || detail === 'name' || detail === 'birthDate'
}

/** Shorter values occur by chance. */
const shortest = 3

function isSaid(texts: readonly string[], detail: PersonalDetail, value: string): boolean {
  return value.length >= shortest && formsOf(detail, value).some((form) => texts.some((text) => hasWord(text, form)))
}

function hasWord(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    if (isWord(text, at, value.length)) return true
  }
  return false
}

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]

/** The ways in which calls write a value: dates as in HL7, in numbers and in words, names in capitals. */
function formsOf(detail: PersonalDetail, value: string): readonly string[] {
  if (detail === 'name' || detail === 'familyName' || detail === 'givenName') return [value, value.toUpperCase()]
  const [, year = '', month = '', day = ''] =
    (detail === 'birthDate' && /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(value)) || []
  if (year === '') return [value]
  const named = months[Number(month) - 1] ?? ''
  return [
    `${year}-${month}-${day}`,
    `${year}${month}${day}`,
    `${month}/${day}/${year}`,
    `${Number(month)}/${Number(day)}/${year}`,
    `${named} ${Number(day)}, ${year}`,
    `${Number(day)} ${named} ${year}`,
  ]
}

function peopleOf(candidates: readonly StrangerCandidate[]): readonly string[] {
  return [...new Set(candidates.flatMap(({ people }) => [...people]))]
}

interface DetailedWorld {
  readonly details: ReadonlyMap<string, readonly Detail[]>
  readonly items: readonly (PersonalItem & { readonly people: readonly string[] })[]
}

const nobody: DetailedWorld = { details: new Map(), items: [] }
const detailedWorlds = new WeakMap<Beginning, DetailedWorld>()

/** What the records of a beginning say of each person; cached. */
function detailsIn(beginning: Beginning): DetailedWorld {
  let world = detailedWorlds.get(beginning)
  if (world === undefined) {
    const details = new Map<string, Map<string, Detail>>()
    const items = beginning.items.flatMap((item) => {
      const people = namedIn(item.values, beginning)
      if (people.length === 0) return []
      const [person = ''] = people
      if (people.length === 1) {
        const known = details.get(person) ?? new Map<string, Detail>()
        details.set(person, known)
        for (const { detail, path, value } of item.values) {
          const slot = JSON.stringify([item.system ?? null, item.list, detail, path])
          known.set(`${slot} ${value}`, { detail, slot, value })
        }
      }
      return [{ ...item, people }]
    })
    world = { items, details: new Map([...details].map(([person, known]) => [person, [...known.values()]])) }
    detailedWorlds.set(beginning, world)
  }
  return world
}

/** Those whom a record names by a reference, or else by a number. */
function namedIn(values: readonly IdentifyingValue[], { known }: Beginning): readonly string[] {
  const named = (wanted: PersonalDetail) =>
    values.flatMap(({ detail, value }) => (detail === wanted ? [...known.named(value)] : []))
  const referred = named('reference')
  return [...new Set(referred.length > 0 ? referred : named('id'))]
}
