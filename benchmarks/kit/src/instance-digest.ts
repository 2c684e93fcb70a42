import { createHash } from 'node:crypto'
import type { Instance } from './family.js'

/** Returns the SHA-256, in hex, of the whole instance as JSON, its card included. */
export function instanceDigest(instance: Instance): string {
  return createHash('sha256').update(JSON.stringify(instance)).digest('hex')
}
