import type { JsonObject } from '@carebench/protocol'
import { courtesies, dateWords, onlyWords, titles } from '../../builders/fixed-words.js'
import { fullName } from '../../clinic/people.js'
import { readBackScript } from '../../clinic/scripts.js'
import type { Item } from './facts.js'

/** Words in which people say the same as the sentences of the page. Part of the handbook, so frozen. */
const otherWays =
  'at calling call about patient full date birth dob test value of for has is was a the it that correct right confirmed confirm said repeat again read back to me code lab result from could can would millimoles micromoles milligrams grams per liter litre deciliter'

const nothing = { name: '', born: '', test: '', value: '', unit: '' }

/**
 * A text with no words but those in which a clinician is told of these messages, and with the value of the test that it
 * names.
 */
export function tellingOf(items: readonly Item[]): JsonObject {
  const names = items.flatMap(({ message }) => message.analyte.names.filter((name) => name.length > 2))
  const values = items.flatMap(({ message: { result } }) => [
    { $says: { all: [{ quantity: result.value, unit: result.unit }] } },
    { $says: { all: [[`${result.value} ${result.unit}`]] } },
  ])
  return { $all: [wordsTo(items), { $any: [{ $not: { $says: { all: [names] } } }, ...values] }] }
}

function wordsTo(items: readonly Item[]): JsonObject {
  const { telling, right, wrong } = readBackScript
  return onlyWords(
    [
      courtesies,
      titles,
      ...[telling(nothing), right, wrong(nothing)],
      otherWays,
      ...items.flatMap(({ person, message, contact }) => [
        fullName(person),
        ...dateWords(person.birthDate),
        ...message.analyte.names.filter((name) => !name.includes('+')),
        message.result.unit,
        contact?.clinician.name ?? '',
      ]),
    ],
    items.flatMap(({ person, message }) => [person.birthDate, String(message.result.value), message.result.unit]),
  )
}
