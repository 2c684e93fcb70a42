import { createsResource } from './operations/operation.js'
import { findJsonOperation, type JsonOperationId, operations } from './operations/table.js'
import { isJsonOperationId } from './validation/schema-names.js'
import { type KeyMap, toKeyMap } from './wire/key-map.js'

// The build replaces this module by the same table as plain JSON (scripts/print-wire-table.ts), so that clients do not
// include the schema library.

/** The parts of an operation that a client needs. */
export interface WireOperation {
  readonly method: string
  readonly path: string
  readonly query: KeyMap
  readonly body: KeyMap
  readonly response: KeyMap
  readonly idempotent: boolean
  /** Whether it takes an `Idempotency-Key`, with which it may be sent again. */
  readonly creates: boolean
  readonly list: boolean
}

/** The JSON operations by id, as plain JSON. */
export const wireTable: Readonly<Record<JsonOperationId, WireOperation>> = /* @__PURE__ */ makeWireTable()

function makeWireTable(): Readonly<Record<JsonOperationId, WireOperation>> {
  const table: Partial<Record<JsonOperationId, WireOperation>> = {}
  for (const id of Object.keys(operations)) {
    if (!isJsonOperationId(id)) continue
    const operation = findJsonOperation(id)
    const { method, path, query, body, response, idempotent, list } = operation
    table[id] = {
      method,
      path,
      query: toKeyMap(query),
      body: toKeyMap(body),
      response: toKeyMap(response),
      idempotent,
      creates: createsResource(operation),
      list,
    }
  }
  return table as Readonly<Record<JsonOperationId, WireOperation>>
}
