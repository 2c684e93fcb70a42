import type { RequirementId } from '@carebench/conformance'

/** A request on its way to a service; a broken server may change it. */
export interface Asked {
  readonly method: string
  /** The path and the query. */
  readonly target: string
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** Whether the request was made from a message that came over a channel. */
  readonly byWire?: boolean
}

/** An answer on its way back. */
export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string | null
}

export type Next = (asked: Asked) => Promise<Answered>

/** A server that violates exactly one rule. */
export interface BrokenServer {
  /** The violation. */
  readonly breaks: string
  /** The requirement that must fail. */
  readonly caughtBy: RequirementId
  /** Whether the server has channels; `sparsely`: with a single port. */
  readonly wired?: boolean | 'sparsely'
  /** Creates the layer between the kit and the service; it may keep state. */
  readonly create: () => (asked: Asked, next: Next) => Promise<Answered>
}

/** The path of a request without its query. */
export function readPath({ target }: Asked): string {
  return target.split('?', 1)[0] ?? ''
}

export function readText({ body }: { readonly body: Uint8Array | string | null }): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body ?? new Uint8Array())
}

/** The JSON of an answer; undefined if its body is not JSON. */
export function readJson(answered: { readonly body: Uint8Array | string | null }): unknown {
  try {
    return JSON.parse(readText(answered))
  } catch {
    return undefined
  }
}

/** Changes the JSON of an answer; other answers are returned unchanged. */
export function rewrite(answered: Answered, change: (body: unknown) => unknown): Answered {
  const body = readJson(answered)
  return body === undefined ? answered : { ...answered, body: JSON.stringify(change(body)) }
}

/** Changes every object in a JSON value, innermost first. */
export function everyObject(value: unknown, change: (object: Record<string, unknown>) => unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => everyObject(element, change))
  if (typeof value !== 'object' || value === null) return value
  return change(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, everyObject(inner, change)])))
}

/** The value at a path in JSON; undefined if there is none. */
export function member(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )
}

/** An object with some members replaced; any other value unchanged. */
export function withMembers(value: unknown, changes: Readonly<Record<string, unknown>>): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, ...changes } : value
}

/** An error response of the service. */
export function refusal(status: number, code: string, message = 'Refused.'): Answered {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ error: { code, message } }),
  }
}
