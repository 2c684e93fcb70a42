import type { JsonObject, JsonValue } from '@carebench/protocol'
import { billingProvider } from '../clinic/clearinghouse.js'
import { dayFromToday } from '../clinic/dates.js'
import { today } from '../clinic/today.js'

/** Matches an absent time, or one from today to `days` days later. */
export function withinDays(days: number): JsonObject {
  return { $any: [{ $exists: false }, { $all: [{ $gte: today }, { $lte: dayFromToday(days) }] }] }
}

/** Uses that an identifier in force may have; chart programs write one by themselves. */
const uses = ['official', 'usual', 'secondary']

/** A condition on the use of an identifier. */
export const anyUse: JsonObject = { $any: [{ $exists: false }, { $oneOf: uses }] }

/**
 * Matches a list with exactly this identifier. System and value are expected together, because no agent gets both right
 * by chance.
 */
export function oneIdentifier(system: string, value: string): JsonObject {
  const identifier = { system, value }
  const written = [identifier, ...uses.map((use) => ({ use, ...identifier }))]
  return { $all: [{ $size: 1 }, { $some: { $any: written.map((one) => ({ $eq: one })) } }] }
}

/** Our name in an interchange, whole or in part, and nothing besides. */
export const ourName: JsonObject = inWords(`${billingProvider.name}, the clinics`)

/** The name of a payer in an interchange, whole or in part, and nothing besides. */
export function payerName({ name }: { readonly name: string }): JsonObject {
  return inWords(name)
}

/** Accepts a text in the words of these and no others, which puts nothing in question. */
export function inWords(...texts: readonly string[]): JsonObject {
  return { $all: [{ $words: [...texts] }, { $regex: '[^?\u00bf]*' }] }
}

/** Accepts nothing at all. */
export const absent: JsonObject = { $exists: false }

/** Returns conditions that all these members are absent. */
export function nothingAt(...paths: readonly string[]): JsonObject {
  return Object.fromEntries(paths.map((path) => [path, absent]))
}

/** Accepts nothing at all, or what one of these accepts. */
export function missingOr(...expected: readonly JsonValue[]): JsonObject {
  return { $any: [absent, ...expected] }
}

/** When a message of HL7 v2 was written: in the month of the work. */
export const messageTime: JsonObject = missingOr({ $regex: `${today.slice(0, 7).replace('-', '')}.*` })

/**
 * A list of codings that has this one and no other; it may have a display. Two codings say two things, one of them
 * wrong.
 */
export function oneCoding(system: string, code: string): JsonObject {
  return { $all: [{ $size: 1 }, { $some: { $code: { system, code } } }] }
}

/**
 * All that the one coding of a list may have. A version or an extension is free text; that somebody chose it is none.
 */
export function codingMembers(list: string): readonly string[] {
  return ['system', 'code', 'display', 'userSelected'].map((member) => `${list}[0].${member}`)
}

/** A text exactly as it is, but for the ends of its lines and the white space after the last. */
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

/** The name of a patient as people write it, with a title or without. */
export function patientName({ given, family, sex }: Person): JsonObject {
  const titles = sex === 'female' ? ['Ms.', 'Ms', 'Mrs.', 'Mrs', 'Miss'] : ['Mr.', 'Mr']
  const plain = [`${given} ${family}`, `${family}, ${given}`]
  return { $any: [...plain, ...titles.map((title) => `${title} ${plain[0]}`)].map((name) => ({ $text: name })) }
}
