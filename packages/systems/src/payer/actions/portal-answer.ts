import type { JsonObject, JsonValue, RecordedBody } from '@carebench/protocol'
import type { ReturnedRecord } from '../../returned-records.js'
import type { SimulatorChange } from '../../simulator.js'
import type { Finding } from '../model/form.js'
import type { PayerEffect } from '../state.js'

/** The portal's response and the resulting changes. */
export interface PortalAnswer extends Partial<SimulatorChange<PayerEffect>> {
  readonly status: number
  readonly json: JsonValue
  /** A document sent instead of `json`; its media type is in `headers`. */
  readonly document?: RecordedBody
  /** The rows that the response shows. */
  readonly returned?: readonly ReturnedRecord[]
  readonly headers?: Readonly<Record<string, string>>
}

type RefusalStatus = 400 | 404 | 405 | 409 | 422

/** Returns an error response about one field, or about the whole request if `field` is empty. */
export function refuse(status: RefusalStatus, field: string, message: string): PortalAnswer {
  return refuseAll(status, [{ field, message }])
}

/** Returns an error response with the first 50 errors. */
export function refuseAll(status: RefusalStatus, errors: readonly Finding[]): PortalAnswer {
  return { status, json: { errors: errors.slice(0, 50).map(findingJson) } }
}

function findingJson({ field, message, reason }: Finding): JsonObject {
  return reason === undefined ? { field, message } : { field, message, reason }
}
