import type { JsonOperationId, OperationInput } from '@carebench/protocol'
import type { System } from '@carebench/systems'
import { readInput } from '../http/read-input.js'
import type { ServiceRequest } from '../http/request.js'
import { endpointsOf } from './endpoint.js'

/**
 * Reads and validates the input of an operation as the service does. `params` are those of the path. Rejects with the
 * ApiError that the service would return for invalid input.
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
  // Validated by the schemas that the type is derived from.
  return readInput(endpoint.intake, request, bytes, params, query) as unknown as OperationInput<K>
}
