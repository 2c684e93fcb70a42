import type { JsonValue, Steps } from '@carebench/protocol'
import type { IdentifyingValue } from '../../evidence/identifying-values.js'
import { contactsIn, type SaidValues, saidValuesInSteps, splitWords } from '../../evidence/people/said-people.js'
import type { PersonalDetail } from '../../evidence/records/identity.js'
import type { Beginning } from '../mutants/beginning.js'
import type { PersonalRecord } from '../mutants/identified-people.js'
import { isReadable } from '../mutants/strangers.js'
import { isWord, type Replacements } from '../mutants/texts/replace-texts.js'
import { listTexts } from '../mutants/texts/texts.js'
import type { ActTarget } from './recorded-act.js'

/** A replacement of one person by another in recorded calls. */
export interface PersonSwap {
  /** The replaced person and the stranger, as records refer to them: `Patient/p1`. */
  readonly person: string
  readonly stranger: string
  /** Texts about the person, each with the same text about the stranger. */
  readonly replacements: Replacements
}

/** A value in a record that belongs to a person. */
interface Detail {
  readonly detail: PersonalDetail
  /** The member and its list, which identify the kind of number. */
  readonly slot: string
  readonly value: string
}

/** A person's record, with the place of its part. */
interface PlacedRecord extends PersonalRecord {
  readonly part: string
  readonly system: string | undefined
}

/** The people of a task and all others, used to make calls about the wrong person. */
export class PersonSwaps {
  readonly #world: World
  readonly #own: ReadonlySet<string>
  readonly #strangers: ReadonlySet<string>
  /** The first record of each list that is about one stranger and nobody else. */
  readonly recordsOfStrangers: readonly PlacedRecord[]

  /**
   * Reads in steps who belongs to the work and who is a stranger.
   *
   * @param own - texts that say whom the work is about; if they are too long to be read, there are no strangers
   */
  static *read(beginning: Beginning, own: readonly string[]): Steps<PersonSwaps> {
    yield* beginning.identify()
    const world = isReadable(own) ? getWorld(beginning) : nobody
    return new PersonSwaps(world, yield* saidValuesInSteps(world.people.size === 0 ? [] : own, () => true))
  }

  private constructor(world: World, said: SaidValues) {
    this.#world = world
    const isOwn = ({ marks }: Person) => [...marks].some((mark) => said.runs.has(mark) || said.contacts.has(mark))
    const people = [...this.#world.people]
    this.#own = new Set(people.flatMap(([name, person]) => (isOwn(person) ? [name] : [])))
    const strangers = people.filter(([name, { details }]) => !this.#own.has(name) && isDescribed(details))
    this.#strangers = new Set(strangers.map(([name]) => name))
    this.recordsOfStrangers = this.#findRecords()
  }

  /**
   * Returns at most two strangers to replace the person about whom the calls say most: first the one with most of the
   * details that the calls say, then the one most like the person, such as a namesake.
   */
  of(calls: JsonValue): readonly PersonSwap[] {
    const texts = listTexts(calls)
    let [person, said]: [string, readonly Detail[]] = ['', []]
    for (const one of this.#own) {
      const found = this.#detailsOf(one).filter(({ detail, value }) => isSaid(texts, detail, value))
      if (found.some(({ detail }) => isStrong(detail)) && found.length > said.length) [person, said] = [one, found]
    }
    if (said.length === 0) return []
    const others = [...this.#strangers]
      .map((stranger) => ({ stranger, ...this.#replace(said, stranger) }))
      .filter(({ strong }) => strong)
    const [known] = [...others].sort((a, b) => b.replaced - a.replaced)
    const [alike] = others.filter((other) => other !== known && other.alike > 0).sort((a, b) => b.alike - a.alike)
    return [known, alike].flatMap((other) => {
      return other === undefined ? [] : [{ person, stranger: other.stranger, replacements: other.replacements }]
    })
  }

  #findRecords(): readonly PlacedRecord[] {
    const byList = new Map<string, PlacedRecord>()
    for (const record of this.#world.examples) {
      const [person, ...others] = namedIn(record.values, this.#world.byNumber)
      const list = JSON.stringify([record.system ?? null, record.list])
      if (person === undefined || others.length > 0 || byList.has(list)) continue
      if (this.#strangers.has(person)) byList.set(list, record)
    }
    return [...byList.values()]
  }

  #detailsOf(person: string): readonly Detail[] {
    return this.#world.people.get(person)?.details ?? []
  }

  /**
   * Returns the key of a person's record in a path and the key of a stranger's record in the same list; undefined if
   * there is none.
   */
  recordOfStrangerFor({
    parts,
    system,
    path,
  }: ActTarget): { readonly key: string; readonly other: string } | undefined {
    const steps = path.split('/')
    const named = steps.flatMap((_, from) =>
      steps.slice(from).map((__, to) => steps.slice(from, from + to + 1).join('/')),
    )
    const isThere = (record: Omit<PlacedRecord, 'key'>) => parts.includes(record.part) && record.system === system
    for (const { list, key: other = '', ...record } of this.recordsOfStrangers) {
      if (!isThere({ list, ...record })) continue
      const folder = other.slice(0, other.lastIndexOf('/') + 1)
      const key = named.find((one) =>
        folder === '' ? this.#isExample(list, one) : one.startsWith(folder) && !one.slice(folder.length).includes('/'),
      )
      if (key !== undefined && key !== folder && key !== other) return { key, other }
    }
    return undefined
  }

  #isExample(list: string, key: string): boolean {
    return this.#world.examples.some((example) => example.list === list && example.key === key)
  }

  #replace(said: readonly Detail[], stranger: string) {
    const theirs = this.#detailsOf(stranger)
    const replacements = new Map<string, string>()
    let [replaced, alike, strong] = [0, 0, false]
    for (const { detail, slot, value } of said) {
      const other =
        theirs.find((one) => one.slot === slot)?.value ?? (isNumber(detail) ? undefined : ofDetail(theirs, detail))
      if (other === undefined) continue
      replaced++
      if (other === value) alike++
      else if (isStrong(detail)) strong = true
      const [forms, others] = [listForms(detail, value), listForms(detail, other)]
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

/** Whether a detail is a number, such as a member id. Numbers of different kinds must not replace each other. */
function isNumber(detail: PersonalDetail): boolean {
  return detail === 'id'
}

/** Whether a value of this kind identifies a person alone, or nearly so. */
function isStrong(detail: PersonalDetail): boolean {
  return detail === 'id' || detail === 'reference' || detail === 'name' || detail === 'birthDate'
}

/** Shorter values occur by chance. */
const minDetailLength = 3

function isSaid(texts: readonly string[], detail: PersonalDetail, value: string): boolean {
  return (
    value.length >= minDetailLength &&
    listForms(detail, value).some((form) => texts.some((text) => hasWord(text, form)))
  )
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

/** Returns the forms in which calls write a value: dates as in HL7, in numbers and in words, names in capitals. */
function listForms(detail: PersonalDetail, value: string): readonly string[] {
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

/** Whether records contain the name and the date of birth. */
function isDescribed(details: readonly Detail[]): boolean {
  return (
    details.some(({ detail }) => detail === 'birthDate') &&
    details.some(({ detail }) => detail === 'name' || detail === 'familyName')
  )
}

interface Person {
  readonly details: readonly Detail[]
  /** Joined words, and contact details, by which a text may refer to the person. */
  readonly marks: ReadonlySet<string>
}

/** The people of a state, by the reference that records use: `Patient/p1`, or a number if no record refers to them. */
interface World {
  readonly people: ReadonlyMap<string, Person>
  /** The people by their numbers. */
  readonly byNumber: ReadonlyMap<string, string>
  readonly examples: readonly PlacedRecord[]
}

const nobody: World = { people: new Map(), byNumber: new Map(), examples: [] }
const worlds = new WeakMap<Beginning, World>()

/** Returns the people of an initial state; cached. */
function getWorld(beginning: Beginning): World {
  let world = worlds.get(beginning)
  if (world === undefined) {
    world = readWorld(beginning)
    worlds.set(beginning, world)
  }
  return world
}

function readWorld({ identified }: Beginning): World {
  const described = identified.flatMap(({ part, system, described: records }) =>
    records.map((record) => ({ ...record, part, system })),
  )
  const byNumber = new Map<string, string>()
  for (const { values } of described) {
    const [person, ...others] = referencesIn(values)
    if (person === undefined || (others.length > 0 && !isBorn(values))) continue
    for (const { detail, value } of values) if (detail === 'id' && !byNumber.has(value)) byNumber.set(value, person)
  }
  const details = new Map<string, Map<string, Detail>>()
  for (const { system, list, values } of described) {
    const [person, ...others] = namedIn(values, byNumber)
    // The record of a person may refer to relatives.
    if (person === undefined || (others.length > 0 && !isBorn(values))) continue
    const known = details.get(person) ?? new Map<string, Detail>()
    details.set(person, known)
    for (const { detail, path, value } of values) {
      if (detail === 'reference' && toReference(value) !== person) continue
      const slot = JSON.stringify([system ?? null, list, detail, path])
      known.set(`${slot} ${value}`, { detail, slot, value })
    }
  }
  return {
    people: new Map([...details].map(([person, known]) => [person, toPerson([...known.values()])])),
    byNumber,
    examples: identified.flatMap(({ part, system, examples }) =>
      examples.map((record) => ({ ...record, part, system })),
    ),
  }
}

function toPerson(details: readonly Detail[]): Person {
  const of = (wanted: PersonalDetail) => details.flatMap(({ detail, value }) => (detail === wanted ? [value] : []))
  const names = [
    ...of('name'),
    ...of('givenName').flatMap((given) => of('familyName').map((family) => `${given} ${family}`)),
  ]
  const marks = [...names, ...of('id'), ...of('reference')].map((text) => splitWords(text).join(''))
  return { details, marks: new Set([...marks, ...of('contact').flatMap((text) => [...contactsIn(text)])]) }
}

function isBorn(values: readonly IdentifyingValue[]): boolean {
  return values.some(({ detail }) => detail === 'birthDate')
}

/** Returns the people whom a record names by references, or else by numbers. */
function namedIn(values: readonly IdentifyingValue[], byNumber: ReadonlyMap<string, string>): readonly string[] {
  const referred = referencesIn(values)
  if (referred.length > 0) return referred
  const numbers = values.flatMap(({ detail, value }) => (detail === 'id' ? [value] : []))
  const known = numbers.flatMap((number) => byNumber.get(number) ?? [])
  return [...new Set(known.length > 0 ? known : numbers.slice(0, 1))]
}

function referencesIn(values: readonly IdentifyingValue[]): readonly string[] {
  return [...new Set(values.flatMap(({ detail, value }) => (detail === 'reference' ? [toReference(value)] : [])))]
}

/** Returns type and id of a reference: `Patient/p1` for a URL, and for `Patient/p1/_history/2`. */
function toReference(text: string): string {
  const [reference = ''] = text.split('/_history/')
  return reference.split('/').slice(-2).join('/')
}
