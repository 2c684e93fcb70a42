import { showJson } from '../json/show-json.js'
import type { FieldResult } from './field.js'

/** At most this many failures are spelled out. */
const listed = 3

/** A number with its noun: `1 row`, `2 rows`. */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Which fields failed, with what was expected and what was found. */
export const describeFailures = (results: readonly FieldResult[]): string => {
  const failed = results.filter((result) => !result.passed)
  const sentences = failed
    .slice(0, listed)
    .map(
      (result) =>
        `Expected ${nameOfPath(result.path)} to be ${showJson(result.expected)}, found ${result.missing === true ? 'nothing there' : showJson(result.actual)}.`,
    )
  if (failed.length > listed) sentences.push(`${plural(failed.length - listed, 'more field')} failed.`)
  return sentences.join(' ')
}

const nameOfPath = (path: string): string => (path === '' ? 'the whole value' : path)

/** Values for a sentence, the first few of them. */
export const listValues = (values: readonly string[], limit = 5): string => {
  const shown = values.slice(0, limit).join(', ')
  return values.length > limit ? `${shown} and ${values.length - limit} more` : shown
}
