import type { Interchange, Organization } from '@carebench/x12'
import type { Correspondent } from './exchange.js'

/** Under what name the clearinghouse sends and receives. */
export const clearinghouse: Organization = { name: 'EXAMPLE CLEARINGHOUSE', id: 'CLEARINGHOUSE' }

/** The partner that an interchange of the clearinghouse names where the sender's own name cannot be written. */
const nobody: Correspondent = { qualifier: 'ZZ', id: 'UNKNOWN' }

/** X12 has no escapes: what would be a delimiter in a value becomes a space. */
export const writeOptions = { onDelimiter: 'space' } as const

/** Who has sent an interchange. */
export function senderOf({ header }: Interchange): Correspondent {
  const qualifier = header.element(5)?.trim() ?? ''
  const id = header.element(6)?.trim() ?? ''
  return /^[A-Z0-9]{2}$/.test(qualifier) && /^[A-Za-z0-9 ]{1,15}$/.test(id) ? { qualifier, id } : nobody
}
