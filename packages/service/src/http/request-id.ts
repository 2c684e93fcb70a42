import type { Random } from '@carebench/protocol'
import type { ServiceRequest } from './request.js'

// A table, because converting each number takes several times as long.
const bytesInHex = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const acceptable = /^[A-Za-z0-9-]{1,64}$/

/** Returns the header `x-request-id` if it has 1 to 64 letters, digits and hyphens, else a new id of 32 hex digits. */
export function readRequestId(request: ServiceRequest, random: Random): string {
  const sentId = request.headers['x-request-id']
  if (sentId !== undefined && acceptable.test(sentId)) return sentId
  let id = ''
  for (let count = 0; count < 4; count++) {
    const word = random.uint32()
    id += toHex(word >>> 24) + toHex((word >>> 16) & 255) + toHex((word >>> 8) & 255) + toHex(word & 255)
  }
  return id
}

function toHex(byte: number): string {
  return bytesInHex[byte] ?? ''
}
