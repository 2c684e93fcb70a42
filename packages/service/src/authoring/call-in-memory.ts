import { ApiError, apiErrorFromWire, jsonOperationOf } from '@carebench/protocol'
import { createRequest, type ServiceRequest, type ServiceResponse, textOfBody } from '../http/request.js'
import type { CallOperation } from './publish-benchmark.js'

/** The part of a service that calls in the same process need. */
export interface ServiceInMemory {
  handle(request: ServiceRequest): Promise<ServiceResponse>
  /** Waits for the audits that are running. */
  finishAudits?(): Promise<void>
}

/**
 * Calls operations of a service in the same process, with a token. Each call waits for the audits that are running, so
 * that what it returns does not depend on their duration.
 */
export function callInMemory(service: ServiceInMemory, token: string): CallOperation {
  return async (id, { params = {}, query = {}, body }) => {
    await service.finishAudits?.()
    const operation = jsonOperationOf(id)
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const search = new URLSearchParams(query).toString()
    const target = search === '' ? path : `${path}?${search}`
    const bytes = body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body))
    const headers = {
      authorization: `Bearer ${token}`,
      ...(bytes === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const response = await service.handle(createRequest(operation.method, target, headers, bytes))
    const text = textOfBody(response)
    const answer = text === '' ? undefined : JSON.parse(text)
    if (response.status < 400) return answer
    throw (
      apiErrorFromWire(answer) ??
      new ApiError('INTERNAL', `The service answered ${response.status} without an error body.`)
    )
  }
}
