import type { JsonValue, Steps } from '@carebench/protocol'
import type { Grounds } from '@carebench/text'
import { isJsonObject } from '../../values/json/is-json-object.js'

/** Longer texts in records are not read as values. */
const maxValueLength = 200
/** Maximum number of values that count, of each record, and of all values at a path. */
const maxValues = 2000

/** Number of characters, and of texts, that are added in one step: each text takes some tens of microseconds. */
const ofStep = { characters: 20_000, texts: 50 }

/** Maximum number of characters of a text that is read for facts, which happens in one step. */
const maxFactsLength = 20_000

/**
 * Adds the facts in values of records: names, amounts, codings and times in a standard form. Equal texts count once,
 * and texts beyond {@link maxValues} do not count: every text is searched for each of them.
 */
export function* addValues(grounds: Grounds, values: readonly JsonValue[]): Steps<void> {
  const pace = new Pace()
  const added = new Set<Stated>()
  for (const value of values) {
    for (const text of listTexts(value)) {
      if (added.has(text) || (typeof text === 'string' && text.length > maxFactsLength)) continue
      if (added.size === maxValues) return
      added.add(text)
      if (pace.isOver(text)) yield
      grounds.add(text)
    }
  }
}

/** Adds the values of records as facts that texts may state where they contradict nothing. */
export function* addRecords(grounds: Grounds, records: readonly JsonValue[]): Steps<void> {
  const pace = new Pace()
  for (const record of records) {
    let left = maxValues
    for (const text of listTexts(record)) {
      if (left-- === 0) break
      if (pace.isOver(text)) yield
      if (typeof text !== 'object' && String(text).length <= maxValueLength) grounds.addKnown(text)
    }
    // Dates of birth are not read from records with more values than that.
    if (left >= 0) for (const birth of birthsIn(record)) grounds.addBirth(birth)
  }
}

/** Decides when a step has added enough. */
class Pace {
  #texts = 0
  #characters = 0

  isOver(next: Stated): boolean {
    this.#texts++
    if (typeof next === 'string') this.#characters += next.length
    if (this.#texts <= ofStep.texts && this.#characters <= ofStep.characters) return false
    this.#texts = 0
    this.#characters = 0
    return true
  }
}

function* birthsIn(record: JsonValue): Iterable<string> {
  for (const name of ['birthDate', 'patient_dob', 'dob']) {
    const value = isJsonObject(record) ? record[name] : undefined
    if (typeof value === 'string') yield value
  }
}

type Stated = Parameters<Grounds['add']>[0]

/** Yields the scalars of a value; scalars that belong together count as one. */
function* listTexts(value: JsonValue): Iterable<Stated> {
  if (typeof value === 'number') yield value
  else if (typeof value === 'string' && value !== '') yield* textsOfString(value)
  else if (typeof value === 'object' && value !== null) {
    const whole = isJsonObject(value) ? [...listWholes(value)] : []
    yield* whole
    // The parts of a name alone are other names.
    if (whole.length === 0) for (const member of Object.values(value)) yield* listTexts(member)
  }
}

/** Also reads the timestamps of HL7 and X12, `202603091130`. */
function* textsOfString(text: string): Iterable<string> {
  yield text
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(?:\d\d)?(?:[.+-].*)?$/.exec(text) ?? []
  if (year !== undefined) yield `${year}-${month}-${day} ${hour}:${minute}`
}

/** Yields the names and the amounts that an object writes in several members. */
function* listWholes(value: Readonly<Record<string, JsonValue>>): Iterable<Stated> {
  const { family, given, value: amount, code, unit, currency } = value
  if (typeof family === 'string' && Array.isArray(given)) {
    yield `${given.join(' ')} ${family}`
    if (given.length > 1) yield `${String(given[0])} ${family}`
  }
  if (typeof amount !== 'number') return
  for (const one of [code, unit]) if (typeof one === 'string') yield `${amount} ${one}`
  // Among words about money, `INR` is no laboratory test.
  if (typeof currency === 'string') yield `cost ${amount} ${currency}`
}
