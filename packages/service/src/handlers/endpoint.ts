import {
  type DocumentOperation,
  type DocumentOperationId,
  type JsonOperationId,
  listSystemNames,
  listSystemOperations,
  type Operation,
  type ProxyOperation,
  type RawOperation,
  type RawOperationId,
  type SystemNames,
} from '@carebench/protocol'
import type { System } from '@carebench/systems'
import type { ServiceContext } from '../context/context.js'
import { createIntake, type Intake } from '../http/read-input.js'
import type { RoutedId } from '../http/router.js'
import { oncePer } from '../work/once-per.js'
import { documentHandlers } from './document-handlers.js'
import type { DocumentHandler } from './document-request.js'
import { type RawHandler, rawHandlers } from './raw-handlers.js'
import { handlers } from './table.js'

/** An operation with everything that answering it needs, prepared once. */
export type Endpoint =
  | {
      readonly kind: 'json'
      readonly operation: Intake['operation']
      readonly intake: Intake
      /** Requires a caller of the operation's kind, and valid params, query and body. */
      readonly handle: (context: ServiceContext, call: unknown) => Promise<unknown>
    }
  | { readonly kind: 'proxy'; readonly operation: ProxyOperation }
  | { readonly kind: 'document'; readonly operation: DocumentOperation; readonly handle: DocumentHandler }
  | { readonly kind: 'raw'; readonly operation: RawOperation; readonly handle: RawHandler }

/** Finds the endpoint of an operation. */
export type EndpointFinder = (id: RoutedId) => Endpoint

/** The endpoints of a service with these systems; each is created on first use. */
export const endpointsOf: (systems: readonly System[]) => EndpointFinder = /* @__PURE__ */ oncePer((systems) => {
  const names = listSystemNames(systems)
  const endpoints = new Map<RoutedId, Endpoint>()
  return (id) => {
    let endpoint = endpoints.get(id)
    if (endpoint === undefined) {
      const operation = listSystemOperations(systems).get(id)
      if (operation === undefined) throw new TypeError(`Unknown operation ${id}.`)
      endpoint = createEndpoint(id, operation, names, systems)
      endpoints.set(id, endpoint)
    }
    return endpoint
  }
})

/** The id determines the operation, and so the kind of its handler. */
function createEndpoint(id: RoutedId, operation: Operation, names: SystemNames, systems: readonly System[]): Endpoint {
  switch (operation.kind) {
    case 'proxy':
      return { kind: 'proxy', operation }
    case 'raw':
      return { kind: 'raw', operation, handle: rawHandlers[id as RawOperationId] }
    case 'document':
      return { kind: 'document', operation, handle: documentHandlers[id as DocumentOperationId] }
    case 'json': {
      const handle = handlers[id as JsonOperationId] as (context: ServiceContext, call: unknown) => Promise<unknown>
      const intake = createIntake(id as JsonOperationId, names, systems)
      return { kind: 'json', operation: intake.operation, intake, handle }
    }
  }
}
