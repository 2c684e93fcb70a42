import type { JsonValue } from '@carebench/protocol'
import type { Grounds } from '@carebench/text'
import { isJsonObject } from '../../values/json/is-json-object.js'

/** Longer texts in records are no values of theirs. */
const maxValueLength = 200
/** The most values of a record that count. */
const maxValues = 2000

/** Adds the facts in a value of a record: what a name, an amount, a coding or a time of a standard says. */
export function addValue(grounds: Grounds, value: JsonValue): void {
  for (const text of textsOf(value)) grounds.add(text)
}

/** Adds what a record holds, to be stated where it contradicts nothing. */
export function addRecord(grounds: Grounds, record: JsonValue): void {
  let left = maxValues
  for (const text of textsOf(record)) {
    if (left-- === 0) return
    if (typeof text !== 'object' && String(text).length <= maxValueLength) grounds.addKnown(text)
  }
  for (const birth of birthsIn(record)) grounds.addBirth(birth)
}

function* birthsIn(record: JsonValue): Iterable<string> {
  for (const name of ['birthDate', 'patient_dob', 'dob']) {
    const value = isJsonObject(record) ? record[name] : undefined
    if (typeof value === 'string') yield value
  }
}

type Stated = Parameters<Grounds['add']>[0]

/** The scalars of a value; those that belong together as one. */
function* textsOf(value: JsonValue): Iterable<Stated> {
  if (typeof value === 'number') yield value
  else if (typeof value === 'string' && value !== '') yield* textsOfString(value)
  else if (typeof value === 'object' && value !== null) {
    const whole = isJsonObject(value) ? [...wholesOf(value)] : []
    yield* whole
    // The parts of a name alone are other names.
    if (whole.length === 0) for (const member of Object.values(value)) yield* textsOf(member)
  }
}

/** Also the stamps of HL7 and X12, `202603091130`. */
function* textsOfString(text: string): Iterable<string> {
  yield text
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(?:\d\d)?(?:[.+-].*)?$/.exec(text) ?? []
  if (year !== undefined) yield `${year}-${month}-${day} ${hour}:${minute}`
}

/** A name and an amount of several members. */
function* wholesOf(value: Readonly<Record<string, JsonValue>>): Iterable<Stated> {
  const { family, given, value: amount, code, unit, currency } = value
  if (typeof family === 'string' && Array.isArray(given)) {
    yield `${given.join(' ')} ${family}`
    if (given.length > 1) yield `${String(given[0])} ${family}`
  }
  const units = [code, unit, currency].filter((one) => typeof one === 'string')
  if (typeof amount === 'number') for (const one of units) yield `${amount} ${one}`
}
