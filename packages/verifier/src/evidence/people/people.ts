import { finish, type Steps } from '@carebench/protocol/wire'
import type { WorkBudget } from '../../budget/work-budget.js'
import type { Collections } from '../collections/collections.js'
import type { RecordCollection } from '../collections/record-collection.js'
import { listIdentifyingValues } from '../identifying-values.js'
import type { IdentifyingMembers, PersonalDetail } from '../records/identity.js'
import type { EvidenceState } from '../state/evidence-state.js'
import {
  beforePause,
  contactsIn,
  datesIn,
  type SaidValues,
  saidTogether,
  saidValuesInSteps,
  splitWords,
  streetsIn,
} from './said-people.js'
import { countUnits, readValues, type SayingValue, type UnreadValues } from './saying-values.js'

/** The people to whom one detail of a record may refer: a number shared by a family refers to several. */
export type Somebody = ReadonlySet<string>

const nobody: Somebody = new Set()

type ByValue = Map<string, Set<string>>

/** The details of a person in one record. */
interface Description {
  readonly references: readonly string[]
  readonly ids: readonly string[]
  readonly names: readonly string[]
  readonly givenNames: readonly string[]
  readonly familyNames: readonly string[]
  readonly dates: readonly string[]
  readonly contacts: readonly string[]
}

/**
 * The people in the records of a state, and the values that identify them. The name of a person is a reference,
 * `Patient/p1`, or an identifier if no record refers to the person.
 *
 * A reference identifies a person alone, and so does a number with at least four letters or digits, including a digit.
 * A full name does so only together with the date of birth, a telephone number, an e-mail address or the street and
 * house number. A separate given and family name identify a person together with the date of birth, unless somebody
 * with the same family name was born on the same day.
 */
export class People {
  readonly #references: ByValue = new Map()
  readonly #ids: ByValue = new Map()
  readonly #names: ByValue = new Map()
  readonly #givenNames: ByValue = new Map()
  readonly #familyNames: ByValue = new Map()
  readonly #dates: ByValue = new Map()
  readonly #contacts: ByValue = new Map()
  /** The runs of words that describe any person. */
  #knownRuns: ReadonlySet<string> | undefined

  private constructor(descriptions: readonly Description[]) {
    const [referring, others] = [
      descriptions.filter(({ references }) => references.length > 0),
      descriptions.filter(({ references }) => references.length === 0),
    ]
    for (const description of referring) this.#add(description.references, description)
    // Rows without a reference are about the person who has their number.
    for (const description of others) {
      const known = description.ids.flatMap((id) => [...(this.#ids.get(id) ?? [])])
      this.#add(known.length > 0 ? known : description.ids.slice(0, 1), description)
    }
  }

  /** Returns the people in a state of the evidence; cached. */
  static of(collections: Collections, state: EvidenceState): People {
    state.noteReading()
    let people = cache.get(state)
    if (people?.collections !== collections) {
      people = { collections, people: People.#describedBy(finish(readDescriptions(collections, state)), collections) }
      cache.set(state, people)
    }
    return people.people
  }

  /**
   * Returns the steps of reading the descriptions of people in the records of a state, which {@link People.of} would
   * otherwise do in one piece; undefined if they are already read. Descriptions are kept with their record.
   */
  static prepare(collections: Collections, state: EvidenceState): Steps<void> | undefined {
    return cache.get(state)?.collections === collections ? undefined : People.#prepare(collections, state)
  }

  static *#prepare(collections: Collections, state: EvidenceState): Steps<void> {
    yield* readDescriptions(collections, state)
  }

  /**
   * Returns the last created people if they have the same descriptions: task runs of one environment begin with the
   * same people.
   */
  static #describedBy(descriptions: readonly Description[], collections: Collections): People {
    const last = latest.get(collections)
    if (last !== undefined && isSameList(last.descriptions, descriptions)) return last.people
    const people = new People(descriptions)
    latest.set(collections, { descriptions, people })
    return people
  }

  /** Returns the people whom a reference or an identifier names; empty if it names nobody. */
  named(text: string): Somebody {
    return this.#references.get(toReference(text)) ?? this.#ids.get(findId(text) ?? '') ?? new Set()
  }

  /** Returns everybody whom a record identifies. */
  identifiedIn(values: readonly SayingValue[]): readonly Somebody[] {
    return finish(this.#identifyIn(values))
  }

  /**
   * Returns everybody whom a record identifies; undefined if the budget does not suffice to read it.
   *
   * @param record - the same object each time that the record is read
   */
  identifiedWithin(
    budget: WorkBudget | undefined,
    record: object,
    values: readonly SayingValue[] | UnreadValues,
  ): readonly Somebody[] | undefined {
    if (budget === undefined) return finish(this.#identifyIn(values))
    return budget.answer(this, record, countUnits(values), () => this.#identifyIn(values))
  }

  /**
   * Returns the people whom the texts of several records identify only together, each record given by its values;
   * undefined if the budget does not suffice to read them.
   *
   * @param one - one of these records, the same object each time that they are read
   */
  identifiedTogether(
    budget: WorkBudget | undefined,
    one: object,
    records: readonly (readonly SayingValue[])[],
  ): readonly Somebody[] | undefined {
    if (budget === undefined) return finish(this.#identifyTogether(records))
    const units = records.reduce((sum, values) => sum + countUnits(values), 0)
    return budget.answer(this.#references, one, units, () => this.#identifyTogether(records))
  }

  /**
   * Returns everybody whose full name a record contains, although others may have the same name; undefined if the
   * budget does not suffice to read it.
   */
  calledWithin(
    budget: WorkBudget | undefined,
    record: object,
    values: readonly SayingValue[] | UnreadValues,
  ): readonly Somebody[] | undefined {
    if (budget === undefined) return finish(this.#callIn(values))
    return budget.answer(this.#names, record, countUnits(values), () => this.#callIn(values))
  }

  *#callIn(values: readonly SayingValue[] | UnreadValues): Steps<readonly Somebody[]> {
    const { runs } = yield* this.#readKnown(yield* readValues(values))
    return [...runs].flatMap((run) => this.#names.get(run) ?? [])
  }

  *#identifyIn(given: readonly SayingValue[] | UnreadValues): Steps<readonly Somebody[]> {
    const values = yield* readValues(given)
    const referred = values
      .filter(({ detail }) => detail === 'reference')
      .flatMap(({ value }) => this.#references.get(toReference(value)) ?? [])
    return [...referred, ...this.#saidIn(yield* this.#readKnown(values))]
  }

  *#identifyTogether(records: readonly (readonly SayingValue[])[]): Steps<readonly Somebody[]> {
    const said: SaidValues[] = []
    let read = 0
    for (const values of records) {
      said.push(yield* this.#readKnown(values))
      read += countUnits(values)
      if (read < beforePause) continue
      read = 0
      yield
    }
    const together = this.#saidIn(saidTogether(said))
    if (together.length === 0) return []
    const alone = new Set(said.flatMap((one) => this.#saidIn(one).flatMap((somebody) => [...somebody])))
    return together.filter((somebody) => ![...somebody].some((person) => alone.has(person)))
  }

  #readKnown(values: readonly SayingValue[]): Steps<SaidValues> {
    this.#knownRuns ??= new Set(
      [this.#ids, this.#names, this.#givenNames, this.#familyNames, this.#contacts].flatMap((index) => [
        ...index.keys(),
      ]),
    )
    const known = {
      references: this.#references,
      runs: this.#knownRuns,
      dates: this.#dates,
      contacts: this.#contacts,
      recipients: this.#contacts,
    }
    const recipients = values.flatMap(({ detail, value }) => (detail === 'recipient' ? [value] : []))
    return saidValuesInSteps(collectTexts(values), (what, said) => known[what].has(said), recipients)
  }

  #saidIn({ references, runs, dates, contacts, recipients }: SaidValues): readonly Somebody[] {
    const found: Somebody[] = [...references].flatMap((reference) => this.#references.get(reference) ?? [])
    for (const run of runs) found.push(this.#ids.get(run) ?? nobody)
    // Each person separately: a person's own date of birth says nothing about a namesake in the same record.
    const confirmed = [
      ...[...dates].flatMap((date) => this.#dates.get(date) ?? []),
      ...[...contacts].flatMap((contact) => this.#contacts.get(contact) ?? []),
      ...[...runs].flatMap((run) => this.#contacts.get(run) ?? []),
    ]
    // By person, because a text can have all names of the record, and all dates of birth.
    const byPerson = new Map<string, Set<Somebody>>()
    for (const somebody of confirmed) {
      for (const person of somebody) byPerson.set(person, (byPerson.get(person) ?? new Set()).add(somebody))
    }
    for (const run of byPerson.size === 0 ? [] : runs) {
      const named = this.#names.get(run) ?? nobody
      const both = new Set([...named].flatMap((person) => [...(byPerson.get(person) ?? [])]))
      for (const somebody of both) found.push(intersect(named, somebody))
    }
    // The recipient's number is also that of a relative: anyone who shares it may be the one named.
    for (const recipient of recipients) {
      const sharing = this.#contacts.get(recipient) ?? nobody
      const named = (run: string) => [...(this.#names.get(run) ?? [])].some((person) => sharing.has(person))
      if ([...runs].some(named)) found.push(sharing)
    }
    const saidOf = (names: ByValue): Somebody => new Set([...runs].flatMap((run) => [...(names.get(run) ?? [])]))
    const [families, given] =
      dates.size === 0 ? [nobody, nobody] : [saidOf(this.#familyNames), saidOf(this.#givenNames)]
    for (const date of dates) {
      const family = intersect(this.#dates.get(date) ?? nobody, families)
      if (intersect(family, given).size > 0) found.push(family)
    }
    return found.filter(({ size }) => size > 0)
  }

  #add(people: readonly string[], description: Description): void {
    const { references, ids, names, givenNames, familyNames, dates, contacts } = description
    const add = (index: ByValue, values: readonly string[]): void => {
      for (const value of values) {
        const known = index.get(value)
        if (known === undefined) index.set(value, new Set(people))
        else for (const person of people) known.add(person)
      }
    }
    for (const reference of references) this.#references.set(reference, new Set([reference]))
    add(this.#ids, ids)
    add(this.#names, names)
    add(this.#givenNames, givenNames)
    add(this.#familyNames, familyNames)
    add(this.#dates, dates)
    add(this.#contacts, contacts)
  }
}

function intersect(some: Somebody, others: Somebody): Somebody {
  const [fewer, more] = some.size < others.size ? [some, others] : [others, some]
  return new Set([...fewer].filter((person) => more.has(person)))
}

const cache = new WeakMap<EvidenceState, { readonly collections: Collections; readonly people: People }>()

/** The last created people, and their descriptions. */
const latest = new WeakMap<Collections, { readonly descriptions: readonly Description[]; readonly people: People }>()

function isSameList(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index])
}

/** The number of records that are read in one step. */
const recordsOfStep = 200

function* readDescriptions(collections: Collections, state: EvidenceState): Steps<readonly Description[]> {
  const found: Description[] = []
  for (const { collection, system } of collections.changeable(state)) {
    const records = collections.use(collection, recordsToDescribe(state), system) ?? []
    for (const [index, describe] of records.entries()) {
      if (index % recordsOfStep === 0) yield
      const description = describe()
      if (description !== undefined) found.push(description)
    }
  }
  return found
}

/** Returns functions that read the description of each record of a collection about people. */
function recordsToDescribe(state: EvidenceState) {
  return <Value>(found: RecordCollection<Value>): readonly (() => Description | undefined)[] =>
    describesPeople(found.identifies)
      ? (found.records(state) ?? []).map(
          ({ value }) =>
            () =>
              getDescription(found, value),
        )
      : []
}

/** Whether records have members for the details of a person, and do not only refer to one. */
function describesPeople<Value>({ id, name, familyName, birthDate }: IdentifyingMembers<Value>): boolean {
  return [id, name, familyName, birthDate].some((members) => members?.some((member) => typeof member === 'string'))
}

/** The descriptions of people in records, by the members that identify them: states share unchanged records. */
const descriptions = new WeakMap<object, WeakMap<object, Description | null>>()

/** Returns the result of {@link readDescription}, which is computed once for each record. */
function getDescription<Value>(collection: RecordCollection<Value>, value: Value): Description | undefined {
  if (typeof value !== 'object' || value === null) return readDescription(collection, value)
  let kept = descriptions.get(collection.identifies)
  if (kept === undefined) {
    kept = new WeakMap()
    descriptions.set(collection.identifies, kept)
  }
  let description = kept.get(value)
  if (description === undefined) {
    description = readDescription(collection, value) ?? null
    kept.set(value, description)
  }
  return description ?? undefined
}

function readDescription<Value>(
  { name: collection, format, identifies }: RecordCollection<Value>,
  value: Value,
): Description | undefined {
  const values = listIdentifyingValues({ collection, format, identifies }, value, (detail) => detail !== 'text')
  const of = (wanted: PersonalDetail): readonly string[] =>
    values.flatMap((one) => (one.detail === wanted ? [one.value] : []))
  const ids = of('id').flatMap((id) => findId(id) ?? [])
  const references = of('reference').map(toReference)
  if (ids.length === 0 && references.length === 0) return undefined
  const whole = of('name')
    .map(splitWords)
    .filter((words) => words.length > 1)
  return {
    references,
    ids,
    givenNames: [...of('givenName').map(splitWords), ...whole].flatMap(([first]) => first ?? []),
    familyNames: [
      ...of('familyName').map((name) => splitWords(name).join('')),
      ...whole.flatMap((words) => words.at(-1) ?? []),
    ],
    names: [...of('name').flatMap(formsOfName), ...pairs(of('givenName'), of('familyName')).flatMap(formsOfName)],
    dates: of('birthDate').flatMap((date) => [...datesIn(date)]),
    contacts: of('contact').flatMap((contact) => [...contactsIn(contact), ...streetsIn(contact)]),
  }
}

/** Returns the structured values, the names that they form together, and the free texts. */
function collectTexts(values: readonly SayingValue[]): ReadonlySet<string> {
  const texts = new Set<string>()
  const given: string[] = []
  const family: string[] = []
  // A message has tens of thousands of segments, each of them a value.
  for (const { detail, value } of values) {
    if (detail !== 'reference' && detail !== 'recipient') texts.add(value)
    if (detail === 'givenName') given.push(value)
    if (detail === 'familyName') family.push(value)
  }
  for (const name of pairs(given, family)) texts.add(name)
  return texts
}

/** Combines given and family names, at most 100 of each, because a message may list hundreds of people. */
function pairs(given: readonly string[], family: readonly string[]): readonly string[] {
  return given.slice(0, 100).flatMap((one) => family.slice(0, 100).map((other) => `${one} ${other}`))
}

/** Returns a name in both orders, with all its words, and without the middle ones. */
function formsOfName(name: string): readonly string[] {
  const words = splitWords(name)
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined || words.length < 2) return []
  return [words.join(''), `${first}${last}`, `${last}${first}`]
}

/** Returns type and id of a reference: `Patient/p1` for a URL, and for `Patient/p1/_history/2`. */
function toReference(text: string): string {
  const [reference = ''] = text.split('/_history/')
  return reference.split('/').slice(-2).join('/')
}

/** Returns an identifier without punctuation; undefined if it has fewer than four characters, or no digit. */
function findId(text: string): string | undefined {
  const id = splitWords(text).join('')
  return id.length >= 4 && /\d/.test(id) ? id : undefined
}
