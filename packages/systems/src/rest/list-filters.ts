import type { JsonObject, JsonValue } from '@carebench/protocol'
import { show } from '../json-shape.js'
import type { SimulatorOutcome } from '../simulator.js'
import { refuse } from './json-answer.js'
import { answerList, type Ranked } from './list-page.js'

/** How a filter's value is written in an item: one of the allowed words, or a function of the value. */
type Filter = readonly string[] | ((value: string) => string)

/** The filter function for values that are written in items as in the query. */
export function asWritten(value: string): string {
  return value
}

/**
 * Responds with a page of a list like {@link answerList}, limited to items whose members equal the filters in the
 * query. Rejects unknown, empty and repeated filters, and values that are not allowed.
 *
 * @param filters - by name, how a query value is written in an item
 */
export function answerFilteredList<Item extends JsonObject>(
  query: string,
  list: string,
  filters: Readonly<Record<string, Filter>>,
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
        return refuse('INVALID_REQUEST', `Unknown parameter ${show(name)} of ${list}; known: ${known}.`)
      }
      page.append(name, value)
      continue
    }
    if (value === '') return refuse('INVALID_REQUEST', `${name} must not be empty.`)
    if (wanted.has(name)) return refuse('INVALID_REQUEST', `${name} must not be repeated.`)
    if (typeof written !== 'function' && !written.includes(value)) {
      return refuse('INVALID_REQUEST', `${name} must be one of ${written.join(', ')}, got ${show(value)}.`)
    }
    wanted.set(name, typeof written === 'function' ? written(value) : value)
  }
  const chosen = items.filter(({ item }) => [...wanted].every(([name, value]) => item[name] === value))
  return answerList(page.toString(), list, chosen, toWire, Object.fromEntries(wanted))
}
