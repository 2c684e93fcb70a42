import type { JsonObject, JsonValue, RecordedBody } from '@carebench/protocol'
import type { ReturnedRecord } from '../../returned-records.js'
import type { SimulatorChange } from '../../simulator.js'
import type { Finding } from '../model/form.js'
import type { PayerEffect } from '../state.js'

/** The portal's answer and the resulting changes. */
export interface PortalAnswer extends Partial<SimulatorChange<PayerEffect>> {
  readonly status: number
  readonly json: JsonValue
  /** A document instead of `json`, whose media type is in `headers`. */
  readonly document?: RecordedBody
  /** The rows in a view of the portal. */
  readonly returned?: readonly ReturnedRecord[]
  readonly headers?: Readonly<Record<string, string>>
}

type RefusalStatus = 400 | 404 | 405 | 409 | 422

/** An error of the portal about one field, or about the whole request if `field` is empty. */
export function refuse(status: RefusalStatus, field: string, message: string): PortalAnswer {
  return refuseAll(status, [{ field, message }])
}

/** Errors of the portal, one per field; at most the first 50. */
export function refuseAll(status: RefusalStatus, errors: readonly Finding[]): PortalAnswer {
  return { status, json: { errors: errors.slice(0, 50).map(findingJson) } }
}

function findingJson({ field, message, reason }: Finding): JsonObject {
  return reason === undefined ? { field, message } : { field, message, reason }
}
