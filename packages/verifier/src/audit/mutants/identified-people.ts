import type { Steps } from '@carebench/protocol'
import type { EvidencePart, PlacedItem } from '../../evidence/evidence-part.js'
import { type IdentifyingValue, identifyingValuesIn } from '../../evidence/identifying-values.js'
import type { PersonalDetail } from '../../evidence/records/identity.js'
import { toSharedPart } from '../shared-part.js'

/** The values that identify people in some records, apart from free text. */
export interface IdentifiedPeople {
  /** Every value of every detail, once. */
  readonly values: readonly IdentifyingValue[]
  /** The values of each record with a date of birth, in the order of the records. */
  readonly born: readonly (readonly IdentifyingValue[])[]
  /** The records with a number or a date of birth, in their order. */
  readonly described: readonly PersonalRecord[]
  /** The first records of each list that describe people and have a key. */
  readonly examples: readonly PersonalRecord[]
}

/** A record that describes people. */
export interface PersonalRecord {
  readonly list: string
  /** Undefined if it is identified only by content and place. */
  readonly key: string | undefined
  /** The values that identify people in it, apart from free text. */
  readonly values: readonly IdentifyingValue[]
}

/** Maximum number of examples for each list. */
const maxExamples = 200

/** The number of records whose people are read in one step. */
const recordsOfStep = 100

/** The people in the data that states share, read once for all tasks of a version. */
const sharedPeople = new WeakMap<object, IdentifiedPeople>()

/** Returns the people in a part of a state, in steps; the shared data come first. */
export function* identifyPeople(part: EvidencePart, whole: unknown): Steps<readonly IdentifiedPeople[]> {
  const known = toSharedPart(part, whole)
  // The shared description of a person is out of date if the record was changed or removed.
  if (known === undefined || known.differing.before.length > 0) {
    return [yield* identifyIn(part, part.items(whole))]
  }
  const { shared, differing } = known
  let people = sharedPeople.get(shared)
  if (people === undefined) {
    people = yield* identifyIn(part, part.items(shared))
    sharedPeople.set(shared, people)
  }
  return [people, yield* identifyIn(part, differing.after)]
}

function* identifyIn(part: EvidencePart, items: Iterable<PlacedItem>): Steps<IdentifiedPeople> {
  const byDetail = new Map<PersonalDetail, Map<string, IdentifyingValue>>()
  const born: (readonly IdentifyingValue[])[] = []
  const described: PersonalRecord[] = []
  const examples = new Map<string, PersonalRecord[]>()
  let read = 0
  for (const item of items) {
    if (++read % recordsOfStep === 0) yield
    const values = identifyingValuesIn(part, item, isNotText)
    if (values.length === 0) continue
    const { list, key } = item
    if (values.some(({ detail }) => detail === 'id' || detail === 'birthDate')) described.push({ list, key, values })
    const ofList = examples.get(list) ?? []
    examples.set(list, ofList)
    if (key !== undefined && ofList.length < maxExamples) ofList.push({ list, key, values })
    for (const value of values) {
      const alike = byDetail.get(value.detail)
      if (alike === undefined) byDetail.set(value.detail, new Map([[value.value, value]]))
      else if (!alike.has(value.value)) alike.set(value.value, value)
    }
    if (values.some(({ detail }) => detail === 'birthDate')) born.push(values)
  }
  return {
    values: [...byDetail.values()].flatMap((alike) => [...alike.values()]),
    born,
    described,
    examples: [...examples.values()].flat(),
  }
}

function isNotText(detail: PersonalDetail): boolean {
  return detail !== 'text'
}
