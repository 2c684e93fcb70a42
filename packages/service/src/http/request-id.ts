import type { Random } from '@carebench/protocol'
import type { ServiceRequest } from '../request.js'

/** A caller's own id if it is harmless, else a new one. */
export function requestIdOf(request: ServiceRequest, random: Random): string {
  const given = request.headers['x-request-id']
  if (given !== undefined && /^[A-Za-z0-9-]{1,64}$/.test(given)) return given
  let id = ''
  for (let word = 0; word < 4; word++) id += random.uint32().toString(16).padStart(8, '0')
  return id
}
