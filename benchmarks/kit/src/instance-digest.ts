import { createHash } from 'node:crypto'
import type { Instance } from './family.js'

/**
 * Returns the SHA-256, in hex, of an instance as JSON: its world, task, truth, criteria, solutions and counterexamples.
 */
export function instanceDigest(instance: Instance): string {
  return createHash('sha256').update(JSON.stringify(instance)).digest('hex')
}
