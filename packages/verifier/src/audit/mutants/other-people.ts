import type { JsonValue } from '@carebench/protocol'
import type { EvidencePart, PlacedItem } from '../../evidence/evidence-part.js'
import { type IdentifyingValue, identifyingValuesIn } from '../../evidence/identifying-values.js'
import type { PersonalDetail } from '../../evidence/records/identity.js'
import { isWord, type Replacements } from './texts/replace-texts.js'
import { listTexts } from './texts/texts.js'

/** Finds the details of people other than those of a record, among the values of a state. */
export interface OtherPeople {
  /**
   * Returns, for each value in a record that identifies a person, in a member or in free text, the same detail of
   * another person. Empty if the record identifies nobody, or if there is nobody else.
   */
  othersFor(
    record: JsonValue,
    item: { readonly part: EvidencePart; readonly item: PlacedItem } | undefined,
  ): Replacements
}

/** Shorter values occur in free text by chance. */
const minNameLength = 4

/** Sorts the values that identify people, without free text. */
export function collectOtherPeople(values: readonly (readonly IdentifyingValue[])[]): OtherPeople {
  const byDetail = new Map<PersonalDetail, Set<string>>()
  for (const { detail, value } of values.flat()) {
    if (value === '') continue
    const alike = byDetail.get(detail)
    if (alike === undefined) byDetail.set(detail, new Set([value]))
    else alike.add(value)
  }
  const sorted = new Map([...byDetail].map(([detail, values]) => [detail, [...values].sort()]))
  return {
    othersFor(record, placed) {
      const others = new Map<string, string>()
      const own = placed === undefined ? [] : identifyingValuesIn(placed.part, placed.item)
      for (const { detail, value } of own) {
        const other = detail === 'text' ? undefined : findOther(sorted.get(detail) ?? [], value)
        if (other !== undefined) others.set(value, other)
      }
      const texts = listTexts(record)
      for (const [detail, values] of sorted) {
        for (const value of values) {
          if (value.length < minNameLength || others.has(value) || !texts.some((text) => hasWord(text, value))) continue
          const other = findOther(values, value)
          if (other !== undefined && detail !== 'reference') others.set(value, other)
        }
      }
      return others
    },
  }
}

function hasWord(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    if (isWord(text, at, value.length)) return true
  }
  return false
}

/** Returns the next value of the same form, in order, or else the next of any form. */
function findOther(values: readonly string[], value: string): string | undefined {
  const form = readForm(value)
  return (
    findNext(
      values.filter((other) => readForm(other) === form),
      value,
    ) ?? findNext(values, value)
  )
}

function findNext(values: readonly string[], value: string): string | undefined {
  return values.find((other) => other > value) ?? values.find((other) => other !== value)
}

function readForm(value: string): string {
  const type = /^([A-Z][A-Za-z]+)\//.exec(value)?.[1]
  return type ?? value.replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '9')
}
