import type { EvidencePart, PlacedItem } from '../../evidence-part.js'
import { type IdentifyingValue, identifyingValuesIn } from '../../identifying-values.js'
import type { PersonalDetail } from '../../identity.js'
import { sharedPartOf } from '../shared-part.js'

/** What identifies people in some records, apart from free text. */
export interface IdentifiedPeople {
  /** Every value of every detail, once. */
  readonly values: readonly IdentifyingValue[]
  /** The values of each record with a date of birth, in the order of the records. */
  readonly born: readonly (readonly IdentifyingValue[])[]
}

/** The people in what states share: read once for all tasks of a version. */
const sharedPeople = new WeakMap<object, IdentifiedPeople>()

/** The people in a part of a state; what it shares with others comes first. */
export function identifiedPeopleIn(part: EvidencePart, whole: unknown): readonly IdentifiedPeople[] {
  const known = sharedPartOf(part, whole)
  // Somebody whose record was changed or removed is no longer who they were.
  if (known === undefined || known.differing.before.length > 0) return [identifiedIn(part, part.items(whole))]
  const { shared, differing } = known
  let people = sharedPeople.get(shared)
  if (people === undefined) {
    people = identifiedIn(part, part.items(shared))
    sharedPeople.set(shared, people)
  }
  return [people, identifiedIn(part, differing.after)]
}

function identifiedIn(part: EvidencePart, items: Iterable<PlacedItem>): IdentifiedPeople {
  const byDetail = new Map<PersonalDetail, Map<string, IdentifyingValue>>()
  const born: (readonly IdentifyingValue[])[] = []
  for (const item of items) {
    const values = identifyingValuesIn(part, item, isNotText)
    for (const value of values) {
      const alike = byDetail.get(value.detail)
      if (alike === undefined) byDetail.set(value.detail, new Map([[value.value, value]]))
      else if (!alike.has(value.value)) alike.set(value.value, value)
    }
    if (values.some(({ detail }) => detail === 'birthDate')) born.push(values)
  }
  return { values: [...byDetail.values()].flatMap((alike) => [...alike.values()]), born }
}

function isNotText(detail: PersonalDetail): boolean {
  return detail !== 'text'
}
