import type { JsonOperationId } from '@carebench/protocol'
import { isJsonObject, keysFromWire, keysToWire, wireTable } from '@carebench/protocol/wire'
import { readServiceError, unexpectedAnswer } from '../http/answer.js'
import { fillPath, queryString } from '../http/request-path.js'
import { type CallOptions, callName, type Transport } from '../http/transport.js'
import type { CallAnswer } from './call-types.js'

/** The parts of a call before their keys are converted for the wire. */
export interface OperationParts {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  /** The task run of a call below a run; undefined for the only started one. */
  readonly taskRunId?: string | undefined
}

const acceptJson = { accept: 'application/json' }
const sendJson = { 'content-type': 'application/json' }

/**
 * Calls an operation of the table. Throws an ApiError if the service rejects the call, a ClientError if there is no
 * usable response, and a TypeError for an unknown operation and for a path parameter that is missing or not valid in a
 * URL.
 */
export async function callOperation<K extends JsonOperationId>(
  transport: Transport,
  id: K,
  input: OperationParts,
  options?: CallOptions,
): Promise<CallAnswer<K>> {
  if (!Object.hasOwn(wireTable, id)) {
    throw new TypeError(`Unknown operation ${JSON.stringify(id)}; known: ${Object.keys(wireTable).join(', ')}.`)
  }
  const operation = wireTable[id]
  const query = input.query === undefined ? '' : queryString(keysToWire(operation.query, input.query))
  const hasBody = input.body !== undefined
  const request = {
    method: operation.method,
    path: fillPath(operation.path, input.params) + query,
    defaults: acceptJson,
    headers: makeHeaders(hasBody, input.taskRunId),
    body: hasBody ? JSON.stringify(keysToWire(operation.body, input.body)) : undefined,
    idempotent: operation.idempotent,
    creates: operation.creates,
  }
  const answer = await transport.send(request, options)
  if (answer.status >= 400) throw readServiceError(answer) ?? unexpectedAnswer(callName(request), answer)
  const isPromised = operation.response === null || isJsonObject(answer.body)
  if (answer.status < 200 || answer.status >= 300 || !isPromised) throw unexpectedAnswer(callName(request), answer)
  // The service guarantees the documented shape, which is not validated here.
  return keysFromWire(operation.response, answer.body) as CallAnswer<K>
}

function makeHeaders(hasBody: boolean, taskRunId: string | undefined): Readonly<Record<string, string>> | undefined {
  if (taskRunId === undefined) return hasBody ? sendJson : undefined
  return { ...(hasBody && sendJson), 'task-run-id': taskRunId }
}
