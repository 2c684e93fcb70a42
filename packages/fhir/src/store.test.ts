import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FhirResource } from './fhir-resource.js'
import { SearchEffort } from './search/search-effort.js'
import { FhirStore } from './store.js'

function patient(id: string, more: object = {}): FhirResource {
  return { resourceType: 'Patient', id, ...more }
}

function idsOf(store: FhirStore): readonly unknown[] {
  return [...store.resources()].map((stored) => stored.resource.id)
}

describe('FhirStore', () => {
  it('keeps the initial resources in order, with their ids and meta', () => {
    const resource = patient('a', { meta: { versionId: '7' } })
    const store = FhirStore.fromResources([resource, patient('b')])
    expect(store.read('Patient', 'a')?.resource).toBe(resource)
    expect(store.read('Patient', 'a')?.text).toBe('{"resourceType":"Patient","id":"a","meta":{"versionId":"7"}}')
    expect(store.read('Observation', 'a')).toBeUndefined()
    expect(idsOf(store)).toEqual(['a', 'b'])
    expect(store.size).toBe(2)
  })

  it('lets the later of two resources with the same id win, in the place of the earlier', () => {
    const store = FhirStore.fromResources([patient('a'), patient('b'), patient('a', { active: true })])
    expect(idsOf(store)).toEqual(['a', 'b'])
    expect(store.read('Patient', 'a')?.resource.active).toBe(true)
  })

  it('finds resources without an id by search', () => {
    const store = FhirStore.fromResources([{ resourceType: 'Patient', gender: 'female' }])
    expect(store.search('Patient', [['gender', 'female']]).matches).toHaveLength(1)
  })

  it('keeps the position of an updated resource, and assigns a new one to a recreated resource', () => {
    const store = FhirStore.fromResources([patient('a'), patient('b'), patient('c')])
    store.apply({ op: 'put', resource: patient('a', { active: true }) })
    expect(idsOf(store)).toEqual(['a', 'b', 'c'])
    store.apply({ op: 'delete', resourceType: 'Patient', id: 'b', version: 2, at: '2026-01-05T09:00:00.000Z' })
    expect(idsOf(store)).toEqual(['a', 'c'])
    expect(store.deletion('Patient', 'b')).toEqual({ version: 2, at: '2026-01-05T09:00:00.000Z' })
    expect(store.nextVersion('Patient', 'b')).toBe(3)
    store.apply({ op: 'put', resource: patient('b') })
    expect(idsOf(store)).toEqual(['a', 'c', 'b'])
    expect(store.deletion('Patient', 'b')).toBeUndefined()
  })

  it('behaves like a plain list, and forks do not see one another', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const genders = fc.constantFrom('female', 'male', 'other')
    const command = fc.oneof(
      fc.record({ op: fc.constant('put' as const), id: ids, gender: genders }),
      fc.record({ op: fc.constant('delete' as const), id: ids }),
      fc.record({ op: fc.constantFrom('fork' as const, 'trial' as const) }),
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(ids, genders), { maxLength: 6 }),
        fc.array(command, { maxLength: 40 }),
        (seeded, commands) => {
          const model = new Map(seeded)
          // Deletion removes the id from the list, so a new put goes to the end; other positions are unchanged.
          let store = FhirStore.fromResources(seeded.map(([id, gender]) => patient(id, { gender })))
          const left: { store: FhirStore; expected: [string, string][] }[] = []
          for (const step of commands) {
            if (step.op === 'put') {
              model.set(step.id, step.gender)
              store.apply({ op: 'put', resource: patient(step.id, { gender: step.gender }) })
            } else if (step.op === 'delete') {
              model.delete(step.id)
              store.apply({
                op: 'delete',
                resourceType: 'Patient',
                id: step.id,
                version: 2,
                at: '2026-01-05T09:00:00Z',
              })
            } else {
              left.push({ store, expected: [...model] })
              store = step.op === 'fork' ? store.fork() : store.trial(new SearchEffort(1000))
            }
          }
          left.push({ store, expected: [...model] })
          for (const { store: each, expected } of left) {
            expect([...each.resources('Patient')].map(({ resource }) => [resource.id, resource.gender])).toEqual(
              expected,
            )
            expect(each.size).toBe(expected.length)
            for (const gender of ['female', 'male']) {
              const { total, matches } = each.search('Patient', [['gender', gender]])
              const wanted = expected.filter(([, value]) => value === gender).map(([id]) => id)
              expect(matches.map((match) => match.resource.id)).toEqual(wanted)
              expect(total).toBe(wanted.length)
            }
          }
        },
      ),
    )
  })
})
