import {
  ApiError,
  type JsonOperationId,
  type OperationAnswer,
  type OperationInput,
  operations,
  type ProxyOperationId,
} from '@carebench/protocol'
import { apiErrorFromWire } from '@carebench/protocol/wire'
import {
  readOperationInput,
  readRequestId,
  refuse,
  type ServiceRequest,
  type ServiceResponse,
  textOfBody,
} from '@carebench/service'
import type { MockWorld } from './mock-world.js'

/** A call whose response is overridden. Its input has been validated with the operation's schemas. */
export interface OverriddenCall<K extends JsonOperationId> extends OperationInput<K> {
  /** The original request; its token is not checked. */
  readonly request: ServiceRequest
  /** Lets the service answer the call. Rejects with the ApiError of the service. */
  forward(): Promise<OperationAnswer<K>>
}

/** A call of a simulated system whose response is overridden. */
export interface OverriddenProxyCall {
  readonly params: Readonly<Record<string, string>>
  /** The path below the group, unchanged, without the query: `Patient/p-1`. */
  readonly path: string
  readonly request: ServiceRequest
  /** Lets the simulated system answer the call. */
  forward(): Promise<ServiceResponse>
}

/**
 * Overrides the response of an operation: returns its result (with wire keys), or a whole response with any status. An
 * ApiError that it throws is returned as the service would.
 */
export type Override<K extends JsonOperationId> = (
  call: OverriddenCall<K>,
) => OperationAnswer<K> | ServiceResponse | Promise<OperationAnswer<K> | ServiceResponse>

/** Overrides the responses of a simulated system. */
export type ProxyOverride = (call: OverriddenProxyCall) => ServiceResponse | Promise<ServiceResponse>

/** An override that has been set up. */
export interface OrderedOverride {
  /** Number of calls that it has received, including those with invalid input. */
  readonly hits: number
  /** Ends the override. */
  remove(): void
}

/** The route of a request. */
export interface RoutedRequest {
  readonly request: ServiceRequest
  readonly params: Readonly<Record<string, string>>
  readonly rest: string
}

type Answerer = (routed: RoutedRequest, world: MockWorld) => Promise<ServiceResponse>

/** All overrides; the latest one is used. */
export class Overrides {
  readonly #answerers = new Map<string, { readonly answer: Answerer; readonly order: OrderedOverride }[]>()

  addJson<K extends JsonOperationId>(id: K, override: Override<K>): OrderedOverride {
    return this.#add(id, (routed, world) => answerJson(id, override, routed, world))
  }

  addProxy(id: ProxyOperationId, override: ProxyOverride): OrderedOverride {
    return this.#add(id, async ({ request, params, rest }, world) => {
      const forward = () => world.service.handle(request)
      return override({ request, params, path: rest, forward })
    })
  }

  find(operation: string): Answerer | undefined {
    return this.#answerers.get(operation)?.at(-1)?.answer
  }

  clear(): void {
    this.#answerers.clear()
  }

  #add(id: string, answerer: Answerer): OrderedOverride {
    const order = {
      hits: 0,
      remove: () => {
        const left = (this.#answerers.get(id) ?? []).filter((one) => one.order !== order)
        this.#answerers.set(id, left)
      },
    }
    const answer: Answerer = (routed, world) => {
      order.hits++
      return answerer(routed, world)
    }
    this.#answerers.set(id, [...(this.#answerers.get(id) ?? []), { answer, order }])
    return order
  }
}

async function answerJson<K extends JsonOperationId>(
  id: K,
  override: Override<K>,
  { request, params }: RoutedRequest,
  world: MockWorld,
): Promise<ServiceResponse> {
  const requestId = readRequestId(request, world.random)
  try {
    const input = await readOperationInput(world.systems, id, request, params)
    const forward = async () => readForwarded<K>(await world.service.handle(request))
    const answer: unknown = await override({ ...input, request, forward })
    if (isResponse(answer)) return answer
    const { status } = operations[id]
    const headers = { 'cache-control': 'no-store', 'x-request-id': requestId }
    if (status === 204) return { status, headers, body: null }
    return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(answer) }
  } catch (error) {
    if (error instanceof ApiError) return refuse(error, requestId)
    throw error
  }
}

/** Returns the result of the operation in a response of the service. Throws its ApiError. */
function readForwarded<K extends JsonOperationId>(response: ServiceResponse): OperationAnswer<K> {
  const { status } = response
  const text = textOfBody(response)
  const value: unknown = text === '' ? undefined : JSON.parse(text)
  // The service returns what the operation declares.
  if (status < 400) return value as OperationAnswer<K>
  throw apiErrorFromWire(value) ?? new ApiError('INTERNAL', `The service answered ${status} without an error body.`)
}

function isResponse(value: unknown): value is ServiceResponse {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'status') === 'number' &&
    typeof Reflect.get(value, 'headers') === 'object' &&
    'body' in value
  )
}
