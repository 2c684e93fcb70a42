import { type FhirEffect, FhirStore } from '@carebench/fhir'
import { type EvidencePart, findDifferences } from '@carebench/verifier'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fhirPart } from './records.js'

const types = ['Patient', 'Basic', 'Task']
const resource = fc.record({
  resourceType: fc.constantFrom(...types),
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  language: fc.constantFrom('en', 'es'),
})
const effect: fc.Arbitrary<FhirEffect> = fc.oneof(
  resource.map((put) => ({ op: 'put', resource: put }) as const),
  fc
    .record({ resourceType: fc.constantFrom(...types), id: fc.constantFrom('a', 'b', 'c', 'd') })
    .map((key) => ({ op: 'delete', ...key, version: 2, at: '2026-01-05T09:00:00.000Z' }) as const),
)

const part = fhirPart as EvidencePart
const { differing: _, ...everything } = part

it('finds the same differences as reading everything, in the same order and places', () => {
  const some = fc.array(effect, { maxLength: 8 })
  fc.assert(
    fc.property(fc.array(resource, { maxLength: 8 }), fc.array(resource), some, some, (seed, more, first, second) => {
      const seeded = FhirStore.fromResources(seed).extend(more)
      const [before, after] = [seeded.fork(), seeded.fork()]
      for (const one of first) before.apply(one)
      for (const one of second) after.apply(one)
      const shown = (by: EvidencePart) =>
        findDifferences(by, before, after).map(({ what, record, earlier }) => [
          what,
          record.name,
          record.position,
          record.content,
          earlier?.content,
        ])
      expect(shown(part)).toEqual(shown(everything))
      const counts = types.map((type) => [`fhir.${type}`, [...after.resources(type)].length])
      const known = part.differing?.(before, after)?.lists ?? []
      expect(counts).toEqual(expect.arrayContaining(known.map(({ name, count }) => [name, count])))
    }),
  )
})

it('finds the state that two states share, whatever layers were added', () => {
  const some = fc.array(resource, { maxLength: 6 })
  fc.assert(
    fc.property(some, some, fc.array(effect, { maxLength: 6 }), (seed, more, effects) => {
      const base = FhirStore.fromResources(seed)
      const [one, other] = [base.extend(more).fork(), base.fork()]
      for (const each of effects) one.apply(each)
      const shared = part.shared?.(one)
      expect(shared).toBe(part.shared?.(other))
      expect([...((shared as FhirStore | undefined)?.resources() ?? [])]).toEqual([...base.resources()])
      const shown = (by: EvidencePart) =>
        findDifferences(by, shared, one).map(({ what, record, earlier }) => [
          what,
          record.name,
          record.content,
          earlier?.content,
        ])
      expect(shown(part)).toEqual(shown(everything))
    }),
  )
})
