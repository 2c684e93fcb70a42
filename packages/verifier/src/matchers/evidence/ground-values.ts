import type { JsonValue } from '@carebench/protocol'
import type { Grounds } from '@carebench/text'
import { isJsonObject } from '../../values/json/is-json-object.js'

/** Longer texts in records are not read as values. */
const maxValueLength = 200
/** Maximum number of values of a record that count. */
const maxValues = 2000

/** Adds the facts in a value of a record: a name, an amount, a coding or a time in a standard form. */
export function addValue(grounds: Grounds, value: JsonValue): void {
  for (const text of listTexts(value)) grounds.add(text)
}

/** Adds the values of a record as facts that texts may state where they contradict nothing. */
export function addRecord(grounds: Grounds, record: JsonValue): void {
  let left = maxValues
  for (const text of listTexts(record)) {
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
  const units = [code, unit, currency].filter((one) => typeof one === 'string')
  if (typeof amount === 'number') for (const one of units) yield `${amount} ${one}`
}
