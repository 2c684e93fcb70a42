import { readHierarchy } from '../loops.js'
import type { Segment } from '../segment.js'
import type { Transaction } from '../transaction.js'
import { type Organization, type Person, readOrganization, readPerson } from './party.js'

/** Who stands at the levels of a hierarchy (HL03): of each level the first loop, and in it the first NM1. */
export interface Levels {
  organization(level: string): Organization | undefined
  person(level: string): Person | undefined
}

/** Prepares the levels of a transaction for reading. Total: a missing level has no names. */
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
