import type { Steps } from '@carebench/protocol'
import type { IdentifyingValue } from '../../evidence/identifying-values.js'
import type { People } from '../../evidence/people/people.js'
import { contactsIn, saidValuesInSteps, splitWords } from '../../evidence/people/said-people.js'
import type { PersonalDetail } from '../../evidence/records/identity.js'

/** Maximum number of characters of the texts that say whom the work is about. */
const maxOwnCharacters = 500_000

/** Whether texts that say whom the work is about are short enough to be read for people. */
export function isReadable(own: readonly string[]): boolean {
  return own.reduce((sum, { length }) => sum + length, 0) <= maxOwnCharacters
}

/** The details of a person whom the work is not about: "Jane Doe, born 1985-10-31", and a number. */
export interface Stranger {
  readonly described: string | undefined
  readonly number: string | undefined
}

/** A person who may be a stranger to the work. */
export interface StrangerCandidate extends Stranger {
  /** Joined words, and contact details, by which a text may refer to the person. */
  readonly marks: ReadonlySet<string>
  /** The people whom the texts identify. */
  readonly people: ReadonlySet<string>
}

/**
 * Returns the first person, in the order of the records, with a name and a date of birth, and the first person with a
 * number, neither of them mentioned in the `own` texts. None if the texts are too long to be read.
 */
export function* findStrangers(candidates: readonly StrangerCandidate[], own: readonly string[]): Steps<Stranger> {
  if (candidates.length === 0 || !isReadable(own)) return { described: undefined, number: undefined }
  const said = yield* saidValuesInSteps(own, () => true)
  const isOwn = ({ marks }: StrangerCandidate): boolean =>
    [...marks].some((mark) => said.runs.has(mark) || said.contacts.has(mark))
  const known = new Set(candidates.filter(isOwn).flatMap((candidate) => [...candidate.people]))
  let described: string | undefined
  let number: string | undefined
  for (const candidate of candidates) {
    if (isOwn(candidate) || [...candidate.people].some((person) => known.has(person))) continue
    described ??= candidate.described
    number ??= candidate.number
    if (described !== undefined && number !== undefined) break
  }
  return { described, number }
}

/**
 * Returns the people of a state, by the values that identify them in each of its items; their names are computed on
 * demand.
 */
export function candidatesIn(
  values: readonly (readonly IdentifyingValue[])[],
  people: People,
): readonly StrangerCandidate[] {
  return values.flatMap((ofItem) => listCandidates(ofItem, people))
}

/**
 * Returns the person whom a record describes, as a candidate; empty unless the record has a name and a date of birth,
 * because other records only refer to a person.
 */
function listCandidates(values: readonly IdentifyingValue[], people: People): readonly StrangerCandidate[] {
  const of = (wanted: PersonalDetail) => values.flatMap(({ detail, value }) => (detail === wanted ? [value] : []))
  const [given, family] = [of('givenName')[0], of('familyName')[0]]
  const names = [...of('name'), ...(given === undefined || family === undefined ? [] : [`${given} ${family}`])]
  const [name] = names
  const [birthDate] = of('birthDate')
  if (name === undefined || birthDate === undefined) return []
  const identified = (text: string): readonly string[] =>
    people.identifiedIn([{ detail: 'text', path: '', value: text }]).flatMap((somebody) => [...somebody])
  const description = `${name}, born ${birthDate}`
  const marks = [...names, ...of('id'), ...of('reference')].map((text) => splitWords(text).join(''))
  const contacts = of('contact').flatMap((text) => [...contactsIn(text)])
  return [
    {
      get described() {
        return identified(description).length > 0 ? description : undefined
      },
      get number() {
        return of('id').find((id) => identified(id).length > 0)
      },
      get people() {
        return new Set([description, ...of('id')].flatMap(identified))
      },
      marks: new Set([...marks, ...contacts]),
    },
  ]
}
