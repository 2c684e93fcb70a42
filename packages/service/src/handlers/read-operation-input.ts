import type { JsonOperationId, OperationInput } from '@carebench/protocol'
import type { System } from '@carebench/systems'
import { readInput } from '../http/read-input.js'
import type { ServiceRequest } from '../request.js'
import { endpointsOf } from './endpoint.js'

/**
 * Reads and validates what a request brings to an operation, as the service itself does. `params` are those of the path.
 * Rejects with the ApiError that the service answers for what does not fit.
 */
export async function readOperationInput<K extends JsonOperationId>(
  systems: readonly System[],
  id: K,
  request: ServiceRequest,
  params: Readonly<Record<string, string>>,
): Promise<OperationInput<K>> {
  const endpoint = endpointsOf(systems)(id)
  if (endpoint.kind !== 'json') throw new TypeError(`${id} follows an external standard and has no schema.`)
  const bytes = request.hasBody === false ? null : await request.readBody(endpoint.operation.maxBody)
  const mark = request.target.indexOf('?')
  const query = mark === -1 ? '' : request.target.slice(mark + 1)
  // The schemas of the operation, from which the type is derived, have been checked.
  return readInput(endpoint.intake, request, bytes, params, query) as unknown as OperationInput<K>
}
