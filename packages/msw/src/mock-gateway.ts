import {
  createOperationRouter,
  type RoutedId,
  type Router,
  type ServiceRequest,
  type ServiceResponse,
  type System,
} from '@carebench/service'
import type { Fault, FaultPlans } from './fault.js'
import { answerFault } from './fault-answer.js'
import type { MockWorld } from './mock-world.js'
import type { Overrides } from './override.js'

/** A call that reached the mock. */
export interface MockCall {
  /** Null for an unknown path or method. */
  readonly operation: RoutedId | null
  readonly method: string
  /** The path with the query, below the base URL. */
  readonly target: string
  /** Lower-case names, unchanged, including the token. */
  readonly headers: Readonly<Record<string, string>>
  /** Null before the response, and if there was none. */
  readonly status: number | null
}

/** Thrown when a connection is refused or lost, so there is no response. */
export class ConnectionBrokenError extends Error {
  override readonly name = 'ConnectionBrokenError'
  readonly code = 'ECONNRESET'
}

/** Passes requests to the current world, after applying faults and overrides. */
export class MockGateway {
  readonly faults: FaultPlans
  readonly overrides: Overrides
  /** The calls in the order of arrival. */
  calls: MockCall[] = []
  readonly #world: () => MockWorld
  readonly #route: Router

  constructor(world: () => MockWorld, systems: readonly System[], faults: FaultPlans, overrides: Overrides) {
    this.#world = world
    this.#route = createOperationRouter(systems, { testing: true })
    this.faults = faults
    this.overrides = overrides
  }

  /**
   * Answers a request. Rejects with {@link ConnectionBrokenError}, or with the signal's reason if it aborts during the
   * latency of a fault.
   */
  async answer(request: ServiceRequest, signal: AbortSignal | undefined): Promise<ServiceResponse> {
    const { method, target, headers } = request
    const mark = target.indexOf('?')
    const match = this.#route(method, mark === -1 ? target : target.slice(0, mark))
    const operation = match.kind === 'found' ? match.operation : null
    const call = { operation, method, target, headers, status: null as number | null }
    this.calls.push(call)
    const world = this.#world()
    const carryOut = (carried: ServiceRequest): Promise<ServiceResponse> => {
      const override = operation === null ? undefined : this.overrides.find(operation)
      if (override === undefined || match.kind !== 'found') return world.service.handle(carried)
      return override({ request: carried, params: match.params, rest: match.rest }, world)
    }
    const fault = this.faults.take(operation)
    const answer = fault === undefined ? await carryOut(request) : await meet(fault, request, world, carryOut, signal)
    call.status = answer.status
    return answer
  }
}

async function meet(
  fault: Fault,
  request: ServiceRequest,
  world: MockWorld,
  carryOut: (request: ServiceRequest) => Promise<ServiceResponse>,
  signal: AbortSignal | undefined,
): Promise<ServiceResponse> {
  if (fault.latency !== undefined) await pause(fault.latency, signal)
  if ('status' in fault) return answerFault(fault, request, world)
  if ('token' in fault) return world.service.handle(withoutToken(request))
  if (!('connection' in fault)) return carryOut(request)
  if (fault.connection === 'lost') await carryOut(request)
  throw new ConnectionBrokenError(
    fault.connection === 'lost'
      ? 'The connection was lost before the response arrived (mock.fail).'
      : 'The connection was refused (mock.fail).',
  )
}

/** Waits on the real clock; rejects with the signal's reason if it aborts. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    if (signal?.aborted === true) {
      stop()
      return
    }
    signal?.addEventListener('abort', stop, { once: true })
    if (milliseconds === Number.POSITIVE_INFINITY) return
    timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
  })
}

/** Returns the same request without its token. */
function withoutToken(request: ServiceRequest): ServiceRequest {
  const { authorization: _, ...headers } = request.headers
  return { ...request, headers }
}
