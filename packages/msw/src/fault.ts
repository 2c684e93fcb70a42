import { type ErrorCode, errorStatus } from '@carebench/protocol'
import type { RoutedId } from '@carebench/service'

/** How often a fault occurs, and how long each of its calls takes. */
interface FaultPlan {
  /** Number of affected calls; default: all until it is removed or the mock is reset. */
  readonly times?: number
  /** Number of calls before the first affected one; default 0. */
  readonly skip?: number
  /** Delay of the response in milliseconds of the real clock; Infinity: until the caller gives up. */
  readonly latency?: number
}

/** The call is not executed; an error is returned. */
export interface StatusFault extends FaultPlan {
  /**
   * 400 to 599. A status that the service has a code for is returned with its error body (429 and 503 with
   * `retry-after: 1`), any other with an HTML page, as from a gateway.
   */
  readonly status: number
  /** Default: the first code of the status, for example `UNAVAILABLE` for 503. */
  readonly code?: ErrorCode
  readonly message?: string
  /** Seconds, in the header `retry-after`. */
  readonly retryAfter?: number
}

/**
 * There is no response. `refused`: the call is not executed. `lost`: it is executed, but the connection is lost before
 * the response, which clients with retries have to handle.
 */
export interface ConnectionFault extends FaultPlan {
  readonly connection: 'refused' | 'lost'
}

/** The token has expired: the service returns 401. */
export interface TokenFault extends FaultPlan {
  readonly token: 'expired'
}

/** The call is executed after a delay. */
export interface LatencyFault extends FaultPlan {
  /** Milliseconds of the real clock; Infinity: there is never a response. */
  readonly latency: number
}

/** A fault of a call. */
export type Fault = StatusFault | ConnectionFault | TokenFault | LatencyFault

/** The operations of the mock, by id. */
export type KnownOperations = ReadonlyMap<RoutedId, unknown>

/** The affected calls: those of an operation, of several, or `'*'` for every call that reaches the mock. */
export type FaultTarget = RoutedId | readonly RoutedId[] | '*'

/** A fault that has been set up. */
export interface OrderedFault {
  /** Number of calls it has affected. */
  readonly hits: number
  /** Ends the fault. */
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

  /**
   * Whether the fault affects the next call of an operation; null stands for a call that matches no operation. Counts
   * the call.
   */
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

/** All faults. If several match a call, the earliest one is used. */
export class FaultPlans {
  readonly #known: KnownOperations
  #rules: FaultRule[] = []

  constructor(known: KnownOperations) {
    this.#known = known
  }

  /** Throws a TypeError or RangeError for an invalid fault. */
  order(target: FaultTarget, fault: Fault): OrderedFault {
    const names = target === '*' ? target : typeof target === 'string' ? [target] : [...target]
    if (names !== '*') for (const name of names) assertOperation(this.#known, name)
    assertFault(fault)
    const rule = new FaultRule({ ...fault }, names)
    this.#rules.push(rule)
    return rule
  }

  /** Returns the fault for the next call of an operation, and counts the call; undefined if there is none. */
  take(operation: RoutedId | null): Fault | undefined {
    return this.#rules.find((rule) => rule.meets(operation))?.fault
  }

  clear(): void {
    for (const rule of this.#rules) rule.remove()
    this.#rules = []
  }
}

/** Throws a TypeError unless the name is an operation. */
export function assertOperation(known: KnownOperations, name: string): asserts name is RoutedId {
  if ([...known.keys()].some((id) => id === name)) return
  throw new TypeError(`Unknown operation ${JSON.stringify(name)}; known: ${[...known.keys()].join(', ')}.`)
}

/** The members of all faults. */
const members = ['times', 'skip', 'latency', 'status', 'code', 'message', 'retryAfter', 'connection', 'token']

function assertFault(fault: Fault): void {
  const unknown = Object.keys(fault).find((name) => !members.includes(name))
  if (unknown !== undefined) {
    throw new TypeError(`A fault has no member ${JSON.stringify(unknown)}; it can have ${members.join(', ')}.`)
  }
  const { times, skip, latency } = fault
  const isCount = (count: number) => Number.isInteger(count) && count >= 0
  if (times !== undefined && !isCount(times) && times !== Number.POSITIVE_INFINITY) {
    throw new RangeError(`times must be an integer of at least 0, got ${times}.`)
  }
  if (skip !== undefined && !isCount(skip)) throw new RangeError(`skip must be an integer of at least 0, got ${skip}.`)
  if (latency !== undefined && !(latency >= 0)) {
    throw new RangeError(`latency must be a number of milliseconds of at least 0, or Infinity; got ${latency}.`)
  }
  if ('status' in fault) assertStatus(fault)
  else if ('connection' in fault) assertKnown('connection', fault.connection, ['refused', 'lost'])
  else if ('token' in fault) assertKnown('token', fault.token, ['expired'])
  else if (latency === undefined) {
    throw new TypeError(
      'A fault must have one of status, connection, token, latency: mock.fail(operation, { status: 503 }).',
    )
  }
}

function assertStatus({ status, code, retryAfter }: StatusFault): void {
  if (!Number.isInteger(status) || status < 400 || status > 599) {
    throw new RangeError(`status must be an error status from 400 to 599, got ${status}.`)
  }
  if (code !== undefined && errorStatus[code] !== status) {
    throw new TypeError(`The code ${code} requires the status ${errorStatus[code]}, got ${status}.`)
  }
  if (retryAfter !== undefined && !(Number.isInteger(retryAfter) && retryAfter >= 0)) {
    throw new RangeError(`retryAfter must be an integer of at least 0, in seconds; got ${retryAfter}.`)
  }
}

function assertKnown(name: string, value: string, known: readonly string[]): void {
  if (!known.includes(value)) throw new TypeError(`${name} must be one of ${known.join(', ')}; got ${value}.`)
}
