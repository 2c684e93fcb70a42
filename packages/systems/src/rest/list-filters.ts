import type { JsonObject, JsonValue } from '@carebench/protocol'
import { show } from '../json-shape.js'
import type { SimulatorOutcome } from '../simulator.js'
import { refuse } from './json-answer.js'
import { answerList, type Ranked } from './list-page.js'

/** A value that is written in an item as in the query. */
export function asWritten(value: string): string {
  return value
}

/**
 * Answers a list as {@link answerList} does, of the items whose members equal the filters of the query. A filter that is
 * empty or given twice is refused; others than `names` are unknown parameters.
 *
 * @param filters - by name, how the value of a query is written in an item
 */
export function answerFilteredList<Item extends JsonObject>(
  query: string,
  list: string,
  filters: Readonly<Record<string, (value: string) => string>>,
  items: readonly Ranked<Item>[],
  toWire: (item: Item) => JsonValue,
): SimulatorOutcome<never> {
  const page = new URLSearchParams()
  const wanted = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    const written = Object.hasOwn(filters, name) ? filters[name] : undefined
    if (written === undefined) {
      if (name !== 'limit' && name !== 'cursor') {
        const known = ['limit', 'cursor', ...Object.keys(filters)].join(', ')
        return refuse('INVALID_REQUEST', `${list} takes the parameters ${known}, got ${show(name)}.`)
      }
      page.append(name, value)
      continue
    }
    if (value === '') return refuse('INVALID_REQUEST', `${name} must not be empty.`)
    if (wanted.has(name)) return refuse('INVALID_REQUEST', `${name} must not be repeated.`)
    wanted.set(name, written(value))
  }
  const chosen = items.filter(({ item }) => [...wanted].every(([name, value]) => item[name] === value))
  return answerList(page.toString(), list, chosen, toWire)
}
