import type { JsonObject } from '@carebench/protocol'
import { courtesies, dateWords, onlyWords, titles } from '../../builders/fixed-words.js'
import { fullName } from '../../clinic/people.js'
import { readBackScript } from '../../clinic/scripts.js'
import type { Item } from './facts.js'

/** Words in which people say the same as the sentences of the page. Part of the handbook, so frozen. */
const otherWays =
  'at on calling call patient full date birth dob test value of for has is a the it that correct right confirmed confirm said repeat again read back to me code lab result from could can would'
const criticalWords = 'critical critically panic'
const unitWords = 'millimoles micromoles milligrams grams per liter litre deciliter'

/**
 * Words that correct a wrong read-back. "Critical" and "result" are not among them, so that a "no" cannot deny that the
 * result is critical.
 */
const correcting = 'no the value is it that was not correct right wrong sorry please again read back i said heard'

/** Matches a result or a value with a question mark, which would ask the clinician instead of informing. */
const doubted = '(?is).*(?:(?:critical|panic|result|[0-9]|/[a-z]+|liter|litre|%) *\\?|\\?[a-z0-9]).*'

const nothing = { name: '', born: '', test: '', value: '', unit: '' }

/**
 * Accepts a text that uses only the words for reporting these messages to a clinician, with the value of the test that
 * it names. A "no" must be followed by the right value, to correct a wrong read-back.
 */
export function makeTelling(items: readonly Item[]): JsonObject {
  const names = items.flatMap(({ message }) => message.analyte.names.filter((name) => name.length > 2))
  const valued = { $any: [{ $not: says(names) }, ...items.flatMap(saysValue)] }
  const told = { $all: [wordsTo(items), valued, { $not: { $regex: doubted } }] }
  const misheard = items.filter(({ contact }) => contact !== null && contact.misheard !== null)
  return misheard.length === 0 ? told : { $any: [told, ...misheard.map(writeCorrection)] }
}

function says(fact: JsonObject | readonly string[]): JsonObject {
  return { $says: { all: [fact] } }
}

/** Accepts a text that calls a value critical, in any usual wording. */
export const saysCritical: JsonObject = says(criticalWords.split(' '))

/** Returns the side of the normal range on which the critical value lies. */
function readSide({ message }: Item): 'low' | 'high' {
  const { analyte, result } = message
  const factor = result.unit === analyte.unit ? 1 : (analyte.other?.factor ?? 1)
  return result.value / factor < analyte.normal[0] ? 'low' : 'high'
}

/** Returns matchers of texts with the value of a message. */
function saysValue({ message }: Item): readonly JsonObject[] {
  const { value, unit } = message.result
  return [says({ quantity: value, unit }), says([`${value} ${unit}`])]
}

/** Accepts a text that corrects a wrong read-back: it has the right value, and no words of another meaning. */
function writeCorrection(item: Item): JsonObject {
  const { analyte, result } = item.message
  const names = analyte.names.filter((name) => !name.includes('+'))
  const words = [courtesies, titles, correcting, unitWords, ...names, result.unit, item.contact?.clinician.name ?? '']
  return { $all: [onlyWords(words, [String(result.value), result.unit]), { $any: saysValue(item) }] }
}

function wordsTo(items: readonly Item[]): JsonObject {
  const { telling, right } = readBackScript
  return onlyWords(
    [
      courtesies,
      titles,
      ...[telling(nothing), right],
      otherWays,
      criticalWords,
      unitWords,
      ...items.map(readSide),
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
