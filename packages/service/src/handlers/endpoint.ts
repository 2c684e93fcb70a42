import {
  type DocumentOperation,
  type DocumentOperationId,
  type JsonOperationId,
  type OperationId,
  operations,
  type ProxyOperation,
  type RawOperation,
  type RawOperationId,
} from '@carebench/protocol'
import type { ServiceContext } from '../context.js'
import { createIntake, type Intake } from '../http/read-input.js'
import { documentHandlers } from './document-handlers.js'
import type { DocumentHandler } from './document-request.js'
import { type RawHandler, rawHandlers } from './raw-handlers.js'
import { handlers } from './table.js'

/** An operation with all that it takes to answer it, worked out once. */
export type Endpoint =
  | {
      readonly kind: 'json'
      readonly operation: Intake['operation']
      readonly intake: Intake
      /** The caller's kind must be the operation's, and params, query and body must have passed its schemas. */
      readonly handle: (context: ServiceContext, call: unknown) => Promise<unknown>
    }
  | { readonly kind: 'proxy'; readonly operation: ProxyOperation }
  | { readonly kind: 'document'; readonly operation: DocumentOperation; readonly handle: DocumentHandler }
  | { readonly kind: 'raw'; readonly operation: RawOperation; readonly handle: RawHandler }

const endpoints = /* @__PURE__ */ new Map<OperationId, Endpoint>()

/** The endpoint of an operation. */
export function endpointOf(id: OperationId): Endpoint {
  let endpoint = endpoints.get(id)
  if (endpoint === undefined) {
    endpoint = createEndpoint(id)
    endpoints.set(id, endpoint)
  }
  return endpoint
}

function createEndpoint(id: OperationId): Endpoint {
  const operation: (typeof operations)[OperationId] = operations[id]
  if (operation.kind === 'proxy') return { kind: 'proxy', operation }
  if (operation.kind === 'raw') return { kind: 'raw', operation, handle: rawHandlers[id as RawOperationId] }
  if (operation.kind === 'document') {
    return { kind: 'document', operation, handle: documentHandlers[id as DocumentOperationId] }
  }
  // Rows of the last kind are JSON operations, and each of those has a handler.
  const jsonId = id as JsonOperationId
  const handle = handlers[jsonId] as (context: ServiceContext, call: unknown) => Promise<unknown>
  const intake = createIntake(jsonId)
  return { kind: 'json', operation: intake.operation, intake, handle }
}
