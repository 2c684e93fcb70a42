import { type ErrorCode, errorStatus } from '@carebench/protocol'
import type { RoutedId } from '@carebench/service'

/** How often a fault happens, and how long every call with it takes. */
interface FaultPlan {
  /** How many calls it meets; default: all until it is removed or the mock is reset. */
  readonly times?: number
  /** How many calls go through before it begins; default 0. */
  readonly skip?: number
  /** Milliseconds that an answer waits, by the real clock; Infinity: until the caller gives up. */
  readonly latency?: number
}

/** The call is not carried out; an error is answered. */
export interface StatusFault extends FaultPlan {
  /**
   * 400 to 599. One that the service has a code for is answered with its error body (429 and 503 with `retry-after: 1`),
   * any other with the page of a gateway, which is no JSON.
   */
  readonly status: number
  /** Default: the first code of the status, for example `UNAVAILABLE` for 503. */
  readonly code?: ErrorCode
  readonly message?: string
  /** Seconds, in the header `retry-after`. */
  readonly retryAfter?: number
}

/**
 * No answer comes. `refused`: the call is not carried out. `lost`: it is carried out, and the connection breaks before the
 * answer: what a client that tries again must cope with.
 */
export interface ConnectionFault extends FaultPlan {
  readonly connection: 'refused' | 'lost'
}

/** The token has expired: the service answers its 401. */
export interface TokenFault extends FaultPlan {
  readonly token: 'expired'
}

/** The call is carried out after a while. */
export interface LatencyFault extends FaultPlan {
  /** Milliseconds by the real clock; Infinity: no answer ever comes. */
  readonly latency: number
}

/** What can go wrong with a call. */
export type Fault = StatusFault | ConnectionFault | TokenFault | LatencyFault

/** The operations of the mock, by id. */
export type KnownOperations = ReadonlyMap<RoutedId, unknown>

/** Which calls: an operation, several, or `'*'` for every call that reaches the mock. */
export type FaultTarget = RoutedId | readonly RoutedId[] | '*'

/** A fault that was ordered. */
export interface OrderedFault {
  /** How many calls it has met. */
  readonly hits: number
  /** From now on it meets none. */
  remove(): void
}

class FaultRule implements OrderedFault {
  hits = 0
  #seen = 0
  #removed = false

  constructor(
    readonly fault: Fault,
    readonly operations: readonly RoutedId[] | '*',
  ) {}

  remove(): void {
    this.#removed = true
  }

  /** Whether it meets a call of the operation; null: of none. */
  meets(operation: RoutedId | null): boolean {
    const { times = Number.POSITIVE_INFINITY, skip = 0 } = this.fault
    if (this.#removed || this.hits >= times) return false
    if (this.operations !== '*' && (operation === null || !this.operations.includes(operation))) return false
    if (this.#seen < skip) {
      this.#seen++
      return false
    }
    this.hits++
    return true
  }
}

/** The faults that are ordered. Of several that fit a call, the one ordered first happens. */
export class FaultPlans {
  readonly #known: KnownOperations
  #rules: FaultRule[] = []

  constructor(known: KnownOperations) {
    this.#known = known
  }

  /** Throws a TypeError or RangeError for an order that cannot be carried out. */
  order(target: FaultTarget, fault: Fault): OrderedFault {
    const names = target === '*' ? target : typeof target === 'string' ? [target] : [...target]
    if (names !== '*') for (const name of names) assertOperation(this.#known, name)
    assertFault(fault)
    const rule = new FaultRule({ ...fault }, names)
    this.#rules.push(rule)
    return rule
  }

  /** The fault that the next call of an operation meets, counted; undefined: none. */
  take(operation: RoutedId | null): Fault | undefined {
    return this.#rules.find((rule) => rule.meets(operation))?.fault
  }

  clear(): void {
    for (const rule of this.#rules) rule.remove()
    this.#rules = []
  }
}

/** Throws a TypeError for what is no operation. */
export function assertOperation(known: KnownOperations, name: string): asserts name is RoutedId {
  if ([...known.keys()].some((id) => id === name)) return
  throw new TypeError(`There is no operation ${JSON.stringify(name)}; there are: ${[...known.keys()].join(', ')}.`)
}

function assertFault(fault: Fault): void {
  const { times, skip, latency } = fault
  const isCount = (count: number) => Number.isInteger(count) && count >= 0
  if (times !== undefined && !isCount(times) && times !== Number.POSITIVE_INFINITY) {
    throw new RangeError(`times must be an integer from 0, got ${times}.`)
  }
  if (skip !== undefined && !isCount(skip)) throw new RangeError(`skip must be an integer from 0, got ${skip}.`)
  if (latency !== undefined && !(latency >= 0)) {
    throw new RangeError(`latency must be milliseconds from 0, or Infinity; got ${latency}.`)
  }
  if ('status' in fault) assertStatus(fault)
  else if ('connection' in fault) assertOneOf('connection', fault.connection, ['refused', 'lost'])
  else if ('token' in fault) assertOneOf('token', fault.token, ['expired'])
  else if (latency === undefined) {
    throw new TypeError('A fault has one of status, connection, token, latency: mock.fail(operation, { status: 503 }).')
  }
}

function assertStatus({ status, code, retryAfter }: StatusFault): void {
  if (!Number.isInteger(status) || status < 400 || status > 599) {
    throw new RangeError(`status must be one of an error, 400 to 599; got ${status}.`)
  }
  if (code !== undefined && errorStatus[code] !== status) {
    throw new TypeError(`The service answers the code ${code} with ${errorStatus[code]}, not with ${status}.`)
  }
  if (retryAfter !== undefined && !(Number.isInteger(retryAfter) && retryAfter >= 0)) {
    throw new RangeError(`retryAfter must be whole seconds from 0, got ${retryAfter}.`)
  }
}

function assertOneOf(name: string, value: string, known: readonly string[]): void {
  if (!known.includes(value)) throw new TypeError(`${name} must be one of ${known.join(', ')}; got ${value}.`)
}
