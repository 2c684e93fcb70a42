import type { JsonObject, JsonValue } from '@carebench/protocol'
import { billingProvider } from '../clinic/clearinghouse.js'
import { dayFromToday } from '../clinic/dates.js'
import { today } from '../clinic/today.js'

/** Matches an absent time, or one from today to `days` days later. */
export function withinDays(days: number): JsonObject {
  return { $any: [{ $exists: false }, { $all: [{ $gte: today }, { $lte: dayFromToday(days) }] }] }
}

/** Uses that a current identifier may have; some chart programs add one automatically. */
const uses = ['official', 'usual', 'secondary']

/** Accepts a missing use of an identifier, or any of these. */
export const anyUse: JsonObject = { $any: [{ $exists: false }, { $oneOf: uses }] }

/**
 * Matches a list with exactly this identifier. System and value are expected together, so that one of them alone earns
 * nothing.
 */
export function oneIdentifier(system: string, value: string): JsonObject {
  const identifier = { system, value }
  const written = [identifier, ...uses.map((use) => ({ use, ...identifier }))]
  return { $all: [{ $size: 1 }, { $some: { $any: written.map((one) => ({ $eq: one })) } }] }
}

/** Accepts our name in an interchange, whole or in part, and no other words. */
export const ourName: JsonObject = inWords(`${billingProvider.name}, the clinics`)

/** Accepts the name of a payer in an interchange, whole or in part, and no other words. */
export function payerName({ name }: { readonly name: string }): JsonObject {
  return inWords(name)
}

/** Accepts a text that consists only of words of these texts, and has no question mark. */
export function inWords(...texts: readonly string[]): JsonObject {
  return { $all: [{ $words: [...texts] }, { $regex: '[^?\u00bf]*' }] }
}

/** Accepts only a missing value. */
export const absent: JsonObject = { $exists: false }

/** Returns conditions that all these members are absent. */
export function nothingAt(...paths: readonly string[]): JsonObject {
  return Object.fromEntries(paths.map((path) => [path, absent]))
}

/** Accepts a missing value, or a value that one of these accepts. */
export function missingOr(...expected: readonly JsonValue[]): JsonObject {
  return { $any: [absent, ...expected] }
}

/** Accepts the time of an HL7 v2 message: missing, or in the month of the work. */
export const messageTime: JsonObject = missingOr({ $regex: `${today.slice(0, 7).replace('-', '')}.*` })

/** Accepts a list with only this coding, which may have a display. Of two codings, one would be wrong. */
export function oneCoding(system: string, code: string): JsonObject {
  return { $all: [{ $size: 1 }, { $some: { $code: { system, code } } }] }
}

/**
 * Returns the paths of the members that the only coding of a list may have: no version or extension, which can hold
 * free text.
 */
export function codingMembers(list: string): readonly string[] {
  return ['system', 'code', 'display', 'userSelected'].map((member) => `${list}[0].${member}`)
}

/** Accepts this text without trailing white space, or with one final line break; line breaks may be LF or CRLF. */
export function exactText(text: string): JsonObject {
  const lines = text.trimEnd()
  return {
    $oneOf: [
      ...new Set(['\n', '\r\n'].flatMap((end) => [lines, `${lines}\n`].map((one) => one.replaceAll('\n', end)))),
    ],
  }
}

interface Person {
  readonly given: string
  readonly family: string
  readonly sex: 'female' | 'male'
}

/** Accepts the name of a patient in common notations, with or without a title. */
export function patientName({ given, family, sex }: Person): JsonObject {
  const titles = sex === 'female' ? ['Ms.', 'Ms', 'Mrs.', 'Mrs', 'Miss'] : ['Mr.', 'Mr']
  const plain = [`${given} ${family}`, `${family}, ${given}`]
  return { $any: [...plain, ...titles.map((title) => `${title} ${plain[0]}`)].map((name) => ({ $text: name })) }
}
