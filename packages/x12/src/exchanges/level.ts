import type { Segment } from '../syntax/segment.js'
import type { Transaction } from '../syntax/transaction.js'
import { readHierarchy } from '../validation/loops.js'
import { type Organization, type Person, readOrganization, readPerson } from './party.js'

/**
 * The parties of a transaction by hierarchical level (HL03), each from the first NM1 in the first loop of its level.
 */
export interface Levels {
  organization(level: string): Organization | undefined
  person(level: string): Person | undefined
}

/** Reads the parties of a transaction. The party of an absent level is undefined. */
export function readLevels(transaction: Transaction): Levels {
  const { loops } = readHierarchy(transaction)
  const segment = (level: string, id: string): Segment | undefined =>
    loops.find((loop) => loop.level === level)?.segments.find((found) => found.id === id)
  return {
    organization: (level) => readOrganization(segment(level, 'NM1')),
    person: (level) => {
      const name = segment(level, 'NM1')
      return name === undefined ? undefined : readPerson(name, segment(level, 'DMG'))
    },
  }
}
