import {
  ApiError,
  type Clock,
  findJsonOperation,
  finish,
  type JsonOperationId,
  type OperationAnswer,
} from '@carebench/protocol'
import { apiErrorFromWire } from '@carebench/protocol/wire'
import { parseBodyInSteps } from '../http/json/response-json.js'
import { createRequest, type ServiceRequest, type ServiceResponse } from '../http/request.js'
import { inSteps } from '../work/in-steps.js'
import type { CallOperation, OperationCall } from './publish-benchmark.js'

/** The part of a service that {@link callInMemory} needs. */
export interface ServiceInMemory {
  handle(request: ServiceRequest): Promise<ServiceResponse>
  /** Waits for the audits that are running. */
  finishAudits?(): Promise<void>
}

/**
 * Calls operations of a service in the same process, with a token. Each call waits for the audits that are running, so
 * that what it returns does not depend on their duration.
 *
 * @param clock - if given, other work runs while a long response is parsed
 */
export function callInMemory(service: ServiceInMemory, token: string, clock?: Clock): CallOperation {
  return async <K extends JsonOperationId>(id: K, { params = {}, query = {}, body }: OperationCall) => {
    await service.finishAudits?.()
    const operation = findJsonOperation(id)
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const search = new URLSearchParams(query).toString()
    const target = search === '' ? path : `${path}?${search}`
    const bytes = body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body))
    const headers = {
      authorization: `Bearer ${token}`,
      ...(bytes === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const response = await service.handle(createRequest(operation.method, target, headers, bytes))
    const answer = response.body?.length ? await parse(response, clock) : undefined
    // The service answers as its table of operations says.
    if (response.status < 400) return answer as OperationAnswer<K>
    throw (
      apiErrorFromWire(answer) ??
      new ApiError('INTERNAL', `The service answered ${response.status} without an error body.`)
    )
  }
}

function parse(response: ServiceResponse, clock: Clock | undefined) {
  const steps = parseBodyInSteps(response)
  return clock === undefined ? finish(steps) : inSteps(steps, clock)
}
