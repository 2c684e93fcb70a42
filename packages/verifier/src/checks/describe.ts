import { shorten, showJson } from '../json/show-json.js'
import type { Field, FieldResult } from './field.js'

/** At most this many failures are spelled out. */
const listed = 3

/** A number with its noun: `1 row`, `2 rows`. */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Which fields failed on a record, with what was expected, what was found and, where nothing was, what is there. */
export const describeFailures = <Value>(
  fields: readonly Field<Value>[],
  record: Value,
  results: readonly FieldResult[],
): string => {
  const failed = fields.flatMap((field, index) => {
    const result = results[index]
    return result === undefined || result.passed ? [] : [{ field, result }]
  })
  const sentences = failed.slice(0, listed).map(({ field, result }) => {
    const expected = `Expected ${nameOfPath(result.path)} to be ${showJson(result.expected)}`
    if (result.missing !== true) return `${expected}, found ${showJson(result.actual)}.`
    const instead = field.path.explainMissing?.(record)
    return `${expected}, found nothing there${instead === undefined ? '' : `: ${instead}`}.`
  })
  if (failed.length > listed) sentences.push(`${plural(failed.length - listed, 'more field')} failed.`)
  return sentences.join(' ')
}

/** Conditions as a part of a sentence: `whose status is "active" and intent is "order"`. */
export const describeConditions = <Value>(fields: readonly Field<Value>[]): string => {
  const shown = fields.slice(0, listed).map(({ path, expected }) => `${nameOfPath(path.text)} is ${showJson(expected)}`)
  const more = fields.length > listed ? ` and ${plural(fields.length - listed, 'more condition')}` : ''
  return `whose ${shown.join(' and ')}${more}`
}

const nameOfPath = (path: string): string => (path === '' ? 'the whole value' : shorten(path, 80))

/** Values for a sentence, the first few of them. */
export const listValues = (values: readonly string[], limit = 5): string => {
  const shown = values.slice(0, limit).join(', ')
  return values.length > limit ? `${shown} and ${values.length - limit} more` : shown
}
