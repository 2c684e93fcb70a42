import { ApiError, limits } from '@carebench/protocol'
import type { ServiceRequest } from './request.js'

const { min, max } = limits.idempotencyKey
const acceptable = new RegExp(`^[ -~]{${min},${max}}$`)

/**
 * Returns the `Idempotency-Key` of a request; null if it has none. Throws an ApiError `INVALID_REQUEST` if it is
 * malformed.
 */
export function readIdempotencyKey({ headers }: ServiceRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (acceptable.test(key)) return key
  throw new ApiError(
    'INVALID_REQUEST',
    `Idempotency-Key must have ${min} to ${max} printable ASCII characters, such as a UUID; got ${key.length} ` +
      'characters.',
  )
}
