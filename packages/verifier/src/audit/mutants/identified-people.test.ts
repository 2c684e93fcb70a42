import { finish, type JsonObject } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { EvidencePart } from '../../evidence/evidence-part.js'
import { listPart } from '../../evidence/list-part.js'
import { jsonKind } from '../../evidence/records/json-kind.js'
import { hideValue } from '../../evidence/records/record-kind.js'
import { sharingPart } from '../../testing/sharing-part.js'
import { type IdentifiedPeople, identifyPeople } from './identified-people.js'

const people = jsonKind({
  collection: 'people',
  noun: 'people',
  madeBy: 'agent',
  name: (_, number) => `person ${number}`,
  identifies: { name: ['name'], birthDate: ['born'], id: ['number'] },
  example: (text) => ({ name: text }),
})
const peoplePart = listPart({
  name: 'people',
  kinds: [hideValue(people)],
  nameItem: (_, number) => `person ${number}`,
  changes: () => [],
}) as EvidencePart<readonly JsonObject[]>

/** Everybody, in one list, and each value once. */
function joined(parts: readonly IdentifiedPeople[]) {
  return {
    values: [...new Set(parts.flatMap(({ values }) => values.map(({ detail, value }) => `${detail} ${value}`)))].sort(),
    born: parts.flatMap(({ born }) => born.map((values) => values.map(({ value }) => value))),
  }
}

const person = fc.record(
  { name: fc.constantFrom('Ann', 'Bob', 'Cyd'), born: fc.constantFrom('1980-01-01', '1990-02-02'), number: fc.nat(3) },
  { requiredKeys: [] },
)

it('returns the same people whether or not states share records, and reads shared records once', () => {
  fc.assert(
    fc.property(fc.array(person), fc.array(person), fc.nat(), (base, more, at) => {
      const { part, reads } = sharingPart(peoplePart, base)
      const without = base.filter((_, index) => index !== at % (base.length + 1))
      for (const state of [
        [...base, ...more],
        [...without, ...more],
      ]) {
        const read = finish(identifyPeople(part, state))
        expect(joined(read)).toEqual(joined(finish(identifyPeople(peoplePart as EvidencePart, state))))
        // Each value of a detail once.
        for (const { values } of read) {
          expect(new Set(values.map(({ detail, value }) => `${detail} ${value}`)).size).toBe(values.length)
        }
      }
      finish(identifyPeople(part, [...base]))
      expect(reads()).toBe(1)
    }),
  )
})
