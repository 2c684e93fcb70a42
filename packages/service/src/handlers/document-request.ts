import type { ServiceContext } from '../context/context.js'
import type { ServiceRequest, ServiceResponse } from '../http/request.js'

/** A request for a document, whose body has not been read. */
export interface DocumentRequest {
  readonly request: ServiceRequest
  /** From the path; empty if it has none. */
  readonly id: string
  /** The part of the path that a `*` matched, still percent-encoded. */
  readonly rest: string
  readonly query: string
  readonly requestId: string
}

/** Answers all requests, including those that fail: a document has no error body of the service. */
export type DocumentHandler = (context: ServiceContext, request: DocumentRequest) => Promise<ServiceResponse>
