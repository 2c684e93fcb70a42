import type { Interchange, Organization } from '@carebench/x12'
import type { Correspondent } from './exchange.js'

/** The clearinghouse as sender and receiver. */
export const clearinghouse: Organization = { name: 'EXAMPLE CLEARINGHOUSE', id: 'CLEARINGHOUSE' }

/** The receiver in an interchange of the clearinghouse if the agent's sender id is invalid. */
const nobody: Correspondent = { qualifier: 'ZZ', id: 'UNKNOWN' }

/** X12 has no escapes: delimiters in a value are replaced by spaces. */
export const writeOptions = { onDelimiter: 'space' } as const

/** Returns the sender of an interchange. */
export function readSender({ header }: Interchange): Correspondent {
  const qualifier = header.element(5)?.trim() ?? ''
  const id = header.element(6)?.trim() ?? ''
  return /^[A-Z0-9]{2}$/.test(qualifier) && /^[A-Za-z0-9 ]{2,15}$/.test(id) ? { qualifier, id } : nobody
}
