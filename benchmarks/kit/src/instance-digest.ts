import { createHash } from 'node:crypto'
import type { Instance } from './family.js'

/** SHA-256 of the JSON of an instance, in hex: of its world, task, truth, criteria, solutions and counters. */
export function instanceDigest(instance: Instance): string {
  return createHash('sha256').update(JSON.stringify(instance)).digest('hex')
}
