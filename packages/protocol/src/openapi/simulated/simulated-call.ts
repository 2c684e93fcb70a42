import type { JsonValue } from '../../json.js'

/** A body of a simulated system: by media type, an example. Text for all that is no JSON. */
export type SimulatedBody = Readonly<Record<string, JsonValue>>

/** One call that a simulated system answers, as the documents of the interface describe it. */
export interface SimulatedCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the group, with parameters in braces; empty for the group itself. */
  readonly path: string
  /** In camelCase, unique in the group: `searchType`. */
  readonly name: string
  readonly summary: string
  /** Query parameters with a sentence about each. */
  readonly query?: Readonly<Record<string, string>>
  /** Header parameters with a sentence about each. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: SimulatedBody
  /** Whether the call may come without its body. */
  readonly bodyOptional?: boolean
  readonly status: 200 | 201 | 204
  /** Left out with status 204. */
  readonly answer?: SimulatedBody
}

/** What the lists of simulated systems take. */
export const pageParameters = {
  limit: 'How many rows a page has: from 1, more than 100 is 100; default 20.',
  cursor: '`_meta.next` or `_meta.prev` of an earlier answer of the same list.',
} as const

/** `_meta` of a list with one page. */
export const onlyPage = { next: null, prev: null, limit: 20 }

/** A body in JSON. */
export function json(example: JsonValue): SimulatedBody {
  return { 'application/json': example }
}
